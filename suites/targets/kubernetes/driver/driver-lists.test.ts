import { describe, expect, it } from "vitest";
import type { ListCommand } from "#contract";
import { answerJson } from "../testing/api-server.ts";
import { connections } from "../testing/test-connections.ts";
import { statusFailure, widgetBody, widgetPath } from "../testing/widget.ts";

const { connected } = connections();
const { signal } = new AbortController();
const collection = widgetPath.slice(0, -2);
const list: ListCommand = {
  verb: "list",
  identity: "reader",
  kind: "Widget",
  namespace: "usual",
  selector: { run: "r1" },
  via: "list.paged",
};

interface Page {
  readonly names: readonly string[];
  readonly version?: string;
  readonly next?: string;
}

function bodyOf({ names, version = "9", next }: Page): unknown {
  const items = names.map((name) => ({
    ...widgetBody("1"),
    metadata: { name, namespace: "usual", uid: `uid of ${name}`, resourceVersion: "1" },
  }));
  const further = next === undefined ? {} : { continue: next };
  return { kind: "List", metadata: { resourceVersion: version, ...further }, items };
}

/** Serves pages by their continue token; the first one is found under the empty token. */
async function served(pages: Readonly<Record<string, Page | undefined>>) {
  return await connected(({ url = "" }, _body, reply) => {
    const token = new URL(url, "http://localhost").searchParams.get("continue") ?? "";
    const page = pages[token];
    if (page === undefined) return answerJson(reply, 410, statusFailure(410, "Expired"));
    answerJson(reply, 200, bodyOf(page));
  });
}

describe("a list in pages", () => {
  it("has the objects of all pages, and the version of the first one", async () => {
    const { server, target } = await served({
      "": { names: ["a", "b"], next: "t 1" },
      "t 1": { names: [], next: "t2" },
      t2: { names: ["c"] },
    });
    const { outcome, partial } = await target.execute(list, signal);

    expect(partial).toBeUndefined();
    expect(outcome).toMatchObject({ result: "list", resourceVersion: "9" });
    const names = outcome.result === "list" ? outcome.items.map((item) => item.metadata.name) : [];
    expect(names).toEqual(["a", "b", "c"]);
    expect(server.asked).toEqual(
      ["", "&continue=t+1", "&continue=t2"].map(
        (rest) => `GET ${collection}?labelSelector=run%3Dr1&limit=20${rest}`,
      ),
    );
  });

  it("is read to its end if the server divides a list without a limit", async () => {
    const { target } = await served({ "": { names: ["a"], next: "t" }, t: { names: ["b"] } });
    const { via: _paged, ...whole } = list;
    const { outcome } = await target.execute(whole, signal);

    expect(outcome.result === "list" && outcome.items).toHaveLength(2);
  });

  it("is read again if its token has expired, and refused if it expires each time", async () => {
    let isExpired = true;
    const { server, target } = await connected(({ url = "" }, _body, reply) => {
      if (!url.includes("continue"))
        return answerJson(reply, 200, bodyOf({ names: ["a"], next: "t" }));
      if (!isExpired) return answerJson(reply, 200, bodyOf({ names: ["b"] }));
      isExpired = false;
      answerJson(reply, 410, statusFailure(410, "Expired"));
    });
    const read = await target.execute(list, signal);
    expect(read.outcome.result === "list" && read.outcome.items).toHaveLength(2);
    expect(server.asked).toHaveLength(4);

    const always = await served({ "": { names: ["a"], next: "t" } });
    const refused = await always.target.execute(list, signal);
    expect(refused.outcome).toMatchObject({ result: "refused", refusal: { reason: "expired" } });
    expect(always.server.asked).toHaveLength(6);
  });

  it("may lack objects if its pages have different versions", async () => {
    const { target } = await served({
      "": { names: ["a"], next: "t" },
      t: { names: ["b"], version: "10" },
    });

    expect((await target.execute(list, signal)).partial).toBe("its pages have different versions");
  });

  it("has no end if a page refers to an earlier one", async () => {
    const { target } = await served({
      "": { names: ["a"], next: "t" },
      t: { names: ["b"], next: "t" },
    });

    expect((await target.execute(list, signal)).outcome).toEqual({
      result: "unintelligible",
      detail: "a page of the list refers to an earlier page",
    });
  });
});
