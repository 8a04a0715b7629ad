import { describe, expect, it } from "vitest";
import type { ObjectKey } from "#contract";
import type { Answer } from "../testing/api-server.ts";
import { answerJson } from "../testing/api-server.ts";
import { connections } from "../testing/test-connections.ts";
import { statusFailure } from "../testing/widget.ts";

const { connected } = connections();
const { signal } = new AbortController();

const collection = "/apis/conformance.example.com/v1/widgetsr1";
const inNamespace = (namespace: string): string =>
  `/apis/conformance.example.com/v1/namespaces/${namespace}/widgetsr1`;

function keysIn(namespace: string, count: number): readonly ObjectKey[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: "Widget",
    namespace,
    name: `${namespace}-${index}`,
  }));
}

const namespaces = ["usual", "other"].map((name): ObjectKey => ({ kind: "Namespace", name }));
const keys = [...keysIn("usual", 6), ...keysIn("other", 1)];
const own = [...keys, ...namespaces];

/**
 * Serves a collection. `deletion` returns the objects that remain after the collection was deleted in a namespace. If
 * it returns nothing, the request is rejected.
 */
function serve(
  stored: readonly ObjectKey[],
  deletion: (left: readonly ObjectKey[], namespace: string) => readonly ObjectKey[] | undefined,
): Answer {
  let left = stored;
  return ({ method = "", url = "" }, _body, reply) => {
    const namespace = /namespaces\/(\w+)\//u.exec(url)?.[1] ?? "";
    if (method === "GET") {
      answerJson(reply, 200, { kind: "List", items: left.map((key) => ({ metadata: key })) });
      return;
    }
    const next = deletion(left, namespace);
    if (next === undefined) answerJson(reply, 403, statusFailure(403, "Forbidden"));
    else {
      left = next;
      answerJson(reply, 200, { kind: "Status", status: "Success" });
    }
  };
}

const deletesAll = (left: readonly ObjectKey[], namespace: string): readonly ObjectKey[] =>
  left.filter((key) => key.namespace !== namespace);

function namesOf(removed: readonly ObjectKey[]): readonly string[] {
  return removed.map(({ name }) => name);
}

const nothing = { removed: [], absent: [] };

describe("removeCollections", () => {
  it("deletes the objects of a kind with one request per namespace", async () => {
    const { server, target } = await connected(serve(keys.slice(1), deletesAll));
    const { removed, absent } = await target.removeCollections({ keys, own }, signal);

    expect(namesOf(removed)).toEqual(namesOf(keys.slice(1)));
    expect(namesOf(absent)).toEqual(["usual-0"]);
    expect(server.asked).toEqual([
      `GET ${collection}?limit=10`,
      `DELETE ${inNamespace("usual")}`,
      `DELETE ${inNamespace("other")}`,
      `GET ${collection}?limit=10`,
    ]);
  });

  it("deletes many objects in parts, and reports each response as progress", async () => {
    const [one] = keys;
    if (one === undefined) throw new Error("no keys");
    const many = Array.from({ length: 250 }, (_, index) => ({
      ...one,
      namespace: "usual",
      name: `many-${index}`,
    }));
    const { server, target } = await connected(serve(many, (left) => left.slice(100)));
    let answers = 0;
    const answered = (): void => {
      answers += 1;
    };
    const all = [...many, ...own.filter(({ kind }) => kind !== one.kind)];
    const { removed } = await target.removeCollections({ keys: many, own: all, answered }, signal);

    expect(removed).toHaveLength(250);
    expect(server.asked.filter((line) => line.startsWith("DELETE"))).toEqual(
      [1, 2, 3].map(() => `DELETE ${inNamespace("usual")}?limit=100`),
    );
    expect(answers).toBe(5);
  });

  it("reports no object that remains, such as one with finalizers", async () => {
    const { target } = await connected(
      serve(keys, (left, namespace) =>
        left.filter((key) => key.namespace !== namespace || key.name === "usual-3"),
      ),
    );
    const { removed, absent } = await target.removeCollections({ keys, own }, signal);

    expect(namesOf(removed)).toEqual(namesOf(keys).filter((name) => name !== "usual-3"));
    expect(absent).toEqual([]);
  });

  it("deletes no collection if the server denies it", async () => {
    const { server, target } = await connected(serve(keys, () => undefined));

    expect(await target.removeCollections({ keys, own }, signal)).toEqual(nothing);
    expect(server.asked).toHaveLength(2);
  });

  it.each([
    { what: "in the namespace", key: { kind: "Widget", namespace: "usual", name: "foreign" } },
    // A faulty server may ignore the namespace of a deletion.
    { what: "elsewhere", key: { kind: "Widget", namespace: "default", name: "foreign" } },
    {
      what: "elsewhere, of the same name",
      key: { kind: "Widget", namespace: "x", name: "usual-1" },
    },
  ])("deletes no collection if there is an object of another client $what", async ({ key }) => {
    const { server, target } = await connected(serve([...keys, key], deletesAll));

    expect(await target.removeCollections({ keys, own }, signal)).toEqual(nothing);
    expect(server.asked).toEqual([`GET ${collection}?limit=10`]);
  });

  it("deletes no collection if the list is incomplete", async () => {
    const { server, target } = await connected((_request, _body, reply) =>
      answerJson(reply, 200, { items: [], metadata: { continue: "next" } }),
    );

    expect(await target.removeCollections({ keys, own }, signal)).toEqual(nothing);
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    { what: "in a namespace that the run did not create", given: { keys, own: keys } },
    { what: "of few objects", given: { keys: keys.slice(0, 4), own } },
    {
      what: "of definitions, namespaces and permissions",
      given: {
        keys: keysIn("usual", 9).map(({ name }): ObjectKey => ({ kind: "Namespace", name })),
        own,
      },
    },
  ])("sends nothing for a collection $what", async ({ given }) => {
    const { server, target } = await connected(serve(keys, deletesAll));

    expect(await target.removeCollections(given, signal)).toEqual(nothing);
    expect(server.asked).toEqual([]);
  });

  it("reports nothing if the state after the deletion is unknown", async () => {
    let lists = 0;
    const serving = serve(keys, deletesAll);
    const { target } = await connected((request, body, reply) => {
      lists += request.method === "GET" ? 1 : 0;
      if (lists > 1) answerJson(reply, 500, statusFailure(500, "InternalError"));
      else serving(request, body, reply);
    });

    expect(await target.removeCollections({ keys, own }, signal)).toEqual(nothing);
  });
});
