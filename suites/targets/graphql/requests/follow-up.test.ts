import { GraphQLError } from "graphql";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { connectGraphqlTarget } from "../driver/connect.ts";
import { optionsFor, startEndpoint } from "../testing/test-endpoint.ts";
import { widget, widgetKey } from "../testing/widget-dialect.ts";
import { withOperations, withOperationsAlone } from "../testing/with-operations.ts";

const list = { verb: "list", identity: "author", kind: "Widget", namespace: "default" } as const;
const [listWidgets] = widget.operations.list;
const { signal } = new AbortController();

/** Lists pages of one widget each. `next` returns the cursor at the end of a page. */
async function serve(
  pages: number,
  next: (page: number) => JsonValue,
  uidOf = (page: number): string => `u${page}`,
  namespaceOf = (_page: number): string => "default",
): Promise<JsonValue[]> {
  const asked: JsonValue[] = [];
  const schema = `
    type Query { widgets(after: String): Connection }
    type Connection { edges: [Edge!]! pageInfo: PageInfo! }
    type Edge { node: Widget! }
    type PageInfo { endCursor: String hasNextPage: Boolean! }
    type Widget { meta: Meta! spec: String status: String }
    type Meta { name: String! ns: String uid: ID! version: String! generation: Int labels: String }
  `;
  const root = {
    widgets: ({ after }: { after?: string }) => {
      asked.push(after ?? null);
      const page = Number(after ?? 0);
      const named = { name: `w${page}`, ns: namespaceOf(page) };
      const meta = { ...named, uid: uidOf(page), version: "1" };
      return {
        edges: [{ node: { meta } }],
        pageInfo: { endCursor: next(page), hasNextPage: page + 1 < pages },
      };
    },
  };
  await using endpoint = await startEndpoint({ schema, root });
  const dialect = withOperationsAlone({
    list: [
      {
        id: "widgets",
        field: "widgets",
        arguments: { after: "$page" },
        items: "edges.node",
        pages: { next: "pageInfo.endCursor", more: "pageInfo.hasNextPage" },
      },
    ],
  });
  await using target = await connectGraphqlTarget(
    optionsFor(endpoint.url, { dialect: { ...dialect, features: [] } }),
  );
  const { outcome, reply } = await target.execute(list, signal);
  return [outcome.result, JSON.stringify(outcome), JSON.stringify(reply?.body), ...asked];
}

function node(name: string): object {
  return { meta: { name, uid: `u-${name}`, version: "1" } };
}

describe("a list in pages", () => {
  it("contains an object once that two pages contain, in its newest state", async () => {
    const [, outcome = ""] = await serve(
      3,
      (page) => String(page + 1),
      (page) => `u${page % 2}`,
    );

    expect(outcome).not.toContain("w0");
    expect(outcome).toMatch(/w2.*w1/u);
  });

  it("contains objects of several namespaces that are only identified by their name", async () => {
    const [, outcome = ""] = await serve(
      2,
      (page) => String(page + 1),
      () => "w",
      (page) => `space-${page}`,
    );

    expect(outcome).toMatch(/w0.*w1/u);
  });

  it("contains an object twice that one page contains twice", async () => {
    const schema = `
      type Query { widgets(after: String): Connection }
      type Connection { nodes: [Widget!]! next: String }
      type Widget { meta: Meta! spec: String status: String }
      type Meta { name: String! ns: String uid: ID! version: String! generation: Int labels: String }
    `;
    const root = {
      widgets: ({ after }: { after?: string }) =>
        after === undefined
          ? { nodes: [node("w0")], next: "1" }
          : { nodes: [node("w1"), node("w1")], next: null },
    };
    await using endpoint = await startEndpoint({ schema, root });
    const pages = { arguments: { after: "$page" }, items: "nodes", pages: { next: "next" } };
    const dialect = withOperationsAlone({ list: [{ id: "widgets", field: "widgets", ...pages }] });
    await using target = await connectGraphqlTarget(
      optionsFor(endpoint.url, { dialect: { ...dialect, features: [] } }),
    );

    const { outcome } = await target.execute(list, signal);

    const items = outcome.result === "list" ? outcome.items : [];
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["w0", "w1", "w1"]);
  });

  it.each([
    { circular: [1, 2], expected: ["w0", "w1"] },
    { circular: [2], expected: ["w0", "w1"] },
    { circular: [2, 3], expected: ["w0", "w1"] },
    { circular: [2, 3, 4], expected: 'the list returned the page "1" twice' },
    { circular: [1, 2, 3], expected: 'the list returned the page "1" twice' },
  ])("is read anew if page tokens lead back to the start, in readings $circular", async (how) => {
    const schema = `
      type Query { widgets(after: String): Connection }
      type Connection { nodes: [Widget!]! next: String }
      type Widget { meta: Meta! spec: String status: String }
      type Meta { name: String! ns: String uid: ID! version: String! generation: Int labels: String }
    `;
    let reading = 0;
    const root = {
      widgets: ({ after }: { after?: string }) => {
        if (after === undefined) {
          reading += 1;
          return { nodes: [node("w0")], next: "1" };
        }
        return how.circular.includes(reading)
          ? { nodes: [node("w0")], next: "1" }
          : { nodes: [node("w1")], next: null };
      },
    };
    await using endpoint = await startEndpoint({ schema, root });
    const pages = { arguments: { after: "$page" }, items: "nodes", pages: { next: "next" } };
    const dialect = withOperationsAlone({ list: [{ id: "widgets", field: "widgets", ...pages }] });
    await using target = await connectGraphqlTarget(
      optionsFor(endpoint.url, { dialect: { ...dialect, features: [] } }),
    );

    const { outcome } = await target.execute(list, signal);

    expect(
      outcome.result === "list"
        ? outcome.items.map(({ metadata }) => metadata.name)
        : outcome.result === "unintelligible" && outcome.detail,
    ).toEqual(how.expected);
  });

  it("contains an object twice that two pages contain in each reading, unchanged", async () => {
    const schema = `
      type Query { widgets(after: String): Connection }
      type Connection { nodes: [Widget!]! next: String }
      type Widget { meta: Meta! spec: String status: String }
      type Meta { name: String! ns: String uid: ID! version: String! generation: Int labels: String }
    `;
    const stored = ["w0", "w1", "w2", "w3"];
    let requests = 0;
    const repeated: (readonly string[])[] = [];
    for (const isOnce of [true, false]) {
      const root = {
        widgets: ({ after = "0" }: { after?: string }) => {
          requests += 1;
          const at = Number(after);
          // The second page repeats the last object of the first one; if `isOnce`, only on its first read.
          const from = at > 0 && (!isOnce || requests < 3) ? at - 1 : at;
          const nodes = stored.slice(from, at + 2).map((name) => node(name));
          return { nodes, next: at + 2 < stored.length ? String(at + 2) : null };
        },
      };
      await using endpoint = await startEndpoint({ schema, root });
      const pages = { arguments: { after: "$page" }, items: "nodes", pages: { next: "next" } };
      const dialect = withOperationsAlone({
        list: [{ id: "widgets", field: "widgets", ...pages }],
      });
      await using target = await connectGraphqlTarget(
        optionsFor(endpoint.url, { dialect: { ...dialect, features: [] } }),
      );
      const { outcome } = await target.execute(list, signal);
      const items = outcome.result === "list" ? outcome.items : [];
      repeated.push(items.map(({ metadata }) => metadata.name).toSorted());
    }

    expect(repeated).toEqual([stored, ["w0", "w1", "w1", "w2", "w3"]]);
  });

  it("is read to its end, with every response as evidence", async () => {
    const [result, outcome = "", body = "", ...asked] = await serve(3, (page) => String(page + 1));
    expect(result).toBe("list");
    expect(outcome).toMatch(/w0.*w1.*w2/u);
    expect(body).toMatch(/^\{"bodies":\[.*w0.*w1.*w2/u);
    // Reads all pages twice, because a list may change in the meantime.
    expect(asked).toEqual([null, "1", "2", null, "1", "2"]);
  });

  it("contains an object that a change moved to a page that was already read", async () => {
    const schema = `
      type Query { widgets(after: String): Connection }
      type Connection { nodes: [Widget!]! next: String }
      type Widget { meta: Meta! spec: String status: String }
      type Meta { name: String! ns: String uid: ID! version: String! generation: Int labels: String }
    `;
    const stored = ["w0", "w1", "w2"];
    const root = {
      widgets: ({ after = "0" }: { after?: string }) => {
        const at = Number(after);
        const nodes = stored.slice(at, at + 1).map((name) => node(name));
        const next = at + 1 < stored.length ? String(at + 1) : null;
        // The removal of w0 moves w1 to the page that was just read.
        if (stored[0] === "w0") stored.shift();
        return { nodes, next };
      },
    };
    await using endpoint = await startEndpoint({ schema, root });
    const pages = { arguments: { after: "$page" }, items: "nodes", pages: { next: "next" } };
    const dialect = withOperationsAlone({ list: [{ id: "widgets", field: "widgets", ...pages }] });
    await using target = await connectGraphqlTarget(
      optionsFor(endpoint.url, { dialect: { ...dialect, features: [] } }),
    );

    const { outcome } = await target.execute(list, signal);

    const items = outcome.result === "list" ? outcome.items : [];
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["w0", "w1", "w2"]);
  });

  it("continues after the last object of a page, even if that object is deleted", async () => {
    const schema = `
      type Query { widgets(after: String): Page }
      type Page { data: [Widget!]! more: Boolean! }
      type Widget { meta: Meta! spec: String status: String }
      type Meta { name: String! ns: String uid: ID! version: String! generation: Int labels: String }
    `;
    const asked: JsonValue[] = [];
    const root = {
      widgets: ({ after }: { after?: string }) => {
        asked.push(after ?? null);
        if (after === "u-w1" && asked.length === 2) throw new GraphQLError("there is no u-w1");
        return after === undefined
          ? { data: [node("w0"), node("w1")], more: true }
          : { data: [node("w2")], more: false };
      },
    };
    await using endpoint = await startEndpoint({ schema, root });
    const pages = { next: "data.meta.uid", more: "more" };
    const widgets = { id: "widgets", field: "widgets", arguments: { after: "$page" } };
    const dialect = withOperationsAlone({ list: [{ ...widgets, items: "data", pages }] });
    await using target = await connectGraphqlTarget(
      optionsFor(endpoint.url, { dialect: { ...dialect, features: [] } }),
    );
    const { outcome } = await target.execute(list, signal);
    const items = outcome.result === "list" ? outcome.items : [];

    expect(items.map(({ metadata }) => metadata.name)).toEqual(["w0", "w1", "w2"]);
    expect(asked).toEqual([null, "u-w1", null, "u-w1", null, "u-w1"]);
  });

  it("is not read for ever", async () => {
    const [result, outcome] = await serve(9, () => "1");
    expect(result).toBe("unintelligible");
    expect(outcome).toContain("twice");
  });
});

/** Lists pages of at most two widgets. `before` may change the objects before each response. */
async function serveByOffset(before: (asked: number, stored: string[]) => void): Promise<string> {
  const stored = ["w0", "w1", "w2", "w3", "w4"];
  let asked = 0;
  const schema = `
    type Query { widgets(skip: Int, limit: Int): [Widget!]! }
    type Widget { meta: Meta! spec: String status: String }
    type Meta { name: String! ns: String uid: ID! version: String! generation: Int labels: String }
  `;
  const root = {
    widgets: ({ skip = 0 }: { skip?: number }) => {
      before(++asked, stored);
      return stored.slice(skip, skip + 2).map((name) => {
        return { meta: { name, uid: `u-${name}`, version: "1" } };
      });
    },
  };
  await using endpoint = await startEndpoint({ schema, root });
  const widgets = { arguments: { skip: "$page", limit: 100 }, items: "" };
  const dialect = withOperationsAlone({
    list: [{ id: "widgets", field: "widgets", ...widgets, pages: { by: "offset" } }],
  });
  await using target = await connectGraphqlTarget(
    optionsFor(endpoint.url, { dialect: { ...dialect, features: [] } }),
  );
  const { outcome, partial } = await target.execute(list, signal);
  return outcome.result === "list"
    ? [outcome.items.map(({ metadata }) => metadata.name).join(" "), partial ?? []]
        .flat()
        .join(": ")
    : JSON.stringify(outcome);
}

describe("a list in pages by offset", () => {
  it("is read to its end, however few objects the endpoint puts in a page", async () => {
    expect(await serveByOffset(() => undefined)).toBe("w0 w1 w2 w3 w4");
  });

  it("misses none if objects are deleted or created between two pages", async () => {
    const gone = await serveByOffset((asked, stored) => {
      if (asked === 3) stored.shift();
    });
    expect(gone).toMatch(/w1 w2 w3 w4$/u);
    const come = await serveByOffset((asked, stored) => {
      if (asked === 3) stored.unshift("new");
    });
    expect(come).toBe("new w0 w1 w2 w3 w4");
  });

  it("may lack objects if it never stops changing", async () => {
    const moving = await serveByOffset((asked, stored) => {
      stored.unshift(`new-${asked}`);
    });
    expect(moving).toMatch(/w0 w1 w2 w3 w4: its pages changed or overlapped/u);
  });

  it("may lack objects if its order differs in each request", async () => {
    const turned = await serveByOffset((_, stored) => {
      stored.push(...stored.splice(0, 2));
    });
    expect(turned).toMatch(/^w\d.*: its pages changed or overlapped/u);
  });

  it("ends if the endpoint repeats the same page", async () => {
    expect(await serveByOffset((_, stored) => stored.splice(0, 9, "a", "b", "a", "b"))).toMatch(
      /^a b/u,
    );
  });
});

const numberings = {
  "from 1": { first: 1, argument: "page: Int" },
  "from 0": { first: 0, argument: "page: Int" },
  "from 1, and asked for": { first: 1, argument: "page: Int!" },
  "from 0, and asked for": { first: 0, argument: "page: Int!" },
} as const;

/** Lists numbered pages of at most two widgets. `before` may change the objects before each response. */
async function serveByNumber(
  { first, argument }: (typeof numberings)[keyof typeof numberings],
  {
    before = () => undefined,
    stored = ["w0", "w1", "w2", "w3", "w4"],
    isStrict = false,
  }: {
    readonly before?: (asked: number, stored: string[]) => void;
    readonly stored?: string[];
    readonly isStrict?: boolean;
  } = {},
): Promise<string> {
  let asked = 0;
  const schema = `
    type Query { widgets(${argument}, size: Int): [Widget!]! }
    type Widget { meta: Meta! spec: String status: String }
    type Meta { name: String! ns: String uid: ID! version: String! generation: Int labels: String }
  `;
  const root = {
    widgets: ({ page = first }: { page?: number }) => {
      before(++asked, stored);
      const start = (page - first) * 2;
      if (start < 0 || (isStrict && start >= stored.length)) {
        throw new GraphQLError("no such page", { extensions: { code: "INVALID" } });
      }
      return stored.slice(start, start + 2).map((name) => {
        return { meta: { name, uid: `u-${name}`, version: "1" } };
      });
    },
  };
  await using endpoint = await startEndpoint({ schema, root });
  const widgets = { arguments: { page: "$page", size: 100 }, items: "" };
  const dialect = withOperationsAlone({
    list: [{ id: "widgets", field: "widgets", ...widgets, pages: { by: "number" } }],
  });
  await using target = await connectGraphqlTarget(
    optionsFor(endpoint.url, { dialect: { ...dialect, features: [] } }),
  );
  const { outcome, partial } = await target.execute(list, signal);
  return outcome.result === "list"
    ? [outcome.items.map(({ metadata }) => metadata.name).join(" "), partial ?? []]
        .flat()
        .join(": ")
    : JSON.stringify(outcome);
}

describe.each(Object.entries(numberings))("a list in pages by number %s", (_, numbering) => {
  it("is read to its end, regardless of pages that do not exist", async () => {
    const isStrict = true;

    expect(await serveByNumber(numbering)).toBe("w0 w1 w2 w3 w4");
    expect(await serveByNumber(numbering, { isStrict })).toBe("w0 w1 w2 w3 w4");
    expect(await serveByNumber(numbering, { stored: ["w0"], isStrict })).toBe("w0");
    expect(await serveByNumber(numbering, { stored: [] })).toBe("");
  });

  it.each([2, 3, 4, 5])(
    "misses none if objects are deleted or created before request %d",
    async (when) => {
      const gone = await serveByNumber(numbering, {
        before: (asked, stored) => {
          if (asked === when) stored.shift();
        },
      });
      expect(gone).toMatch(/w1 w2 w3 w4$/u);
      const come = await serveByNumber(numbering, {
        before: (asked, stored) => {
          if (asked === when) stored.unshift("new");
        },
      });
      expect(come).toMatch(/w0 w1 w2 w3 w4$/u);
    },
  );

  it("may lack objects if it never stops changing", async () => {
    const moving = await serveByNumber(numbering, {
      before: (asked, stored) => {
        stored.unshift(`new-${asked}`);
      },
    });
    expect(moving).toContain("its pages changed or overlapped");
  });
});

describe("a deletion in two steps", () => {
  it.each([
    { second: { data: { deleteWidget: true } }, result: "done", sent: 2 },
    { second: { errors: [{ message: "w not found" }] }, result: "refused", sent: 2 },
    { first: { errors: [{ message: "forbidden" }] }, result: "refused", sent: 1 },
  ])("comes to what its second step comes to: $result after $sent", async (step) => {
    const done = { data: { deleteWidget: true } };
    const bodies: string[] = [];
    await using endpoint = await startEndpoint({
      answer: (_request, response, body) => {
        bodies.push(body);
        const answer = bodies.length === 1 ? (step.first ?? done) : step.second;
        response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
      },
    });
    const [once] = widget.operations.delete;
    if (once === undefined) throw new Error("no deletion");
    const finish = { ...once, arguments: { ns: "$namespace", name: "final" } };
    const dialect = withOperations({ delete: [{ ...once, finish }] });
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url, { dialect }));
    const { outcome } = await target.execute(
      { verb: "delete", identity: "author", key: widgetKey },
      signal,
    );

    expect(outcome.result).toBe(step.result);
    expect(bodies).toHaveLength(step.sent);
    expect(bodies.slice(1).every((body) => body.includes('"name":"final"'))).toBe(true);
  });

  it("has no dry run, because its second step would delete", async () => {
    let sent = 0;
    await using endpoint = await startEndpoint({
      answer: (_request, response) => {
        sent += 1;
        response.end("{}");
      },
    });
    const [once] = widget.operations.delete;
    if (once === undefined) throw new Error("no deletion");
    const finish = { ...once, arguments: { ns: "$namespace", name: "final" } };
    const dialect = withOperations({ delete: [{ ...once, finish }] });
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url, { dialect }));
    sent = 0;
    const { outcome } = await target.execute(
      { verb: "delete", identity: "author", key: widgetKey, options: { dryRun: true } },
      signal,
    );

    expect(outcome.result).toBe("unsupported");
    expect(sent).toBe(0);
  });
});

describe("a collection that is only served per namespace", () => {
  it("did not return as a whole", async () => {
    await using endpoint = await startEndpoint();
    if (listWidgets === undefined) throw new Error("no list");
    const dialect = withOperations({ list: [{ ...listWidgets, perNamespace: true }] });
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url, { dialect }));
    const { outcome } = await target.execute(
      { verb: "list", identity: "author", kind: "Widget" },
      signal,
    );
    expect(outcome).toEqual({ result: "unsupported", detail: "widgets requires a namespace" });
  });
});
