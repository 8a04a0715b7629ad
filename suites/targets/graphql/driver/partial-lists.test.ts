import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { widget } from "../testing/widget-dialect.ts";
import { partialListsOf } from "./partial-lists.ts";

const whole = "[Widget!]!";

it.each([
  { args: "", returns: whole, sign: undefined },
  { args: "(namespace: String, orderBy: Order)", returns: whole, sign: undefined },
  { args: "(tenant: Int!)", sent: { tenant: "$namespace" }, returns: whole, sign: undefined },
  { args: "(first: Int)", returns: whole, sign: 'the argument "first"' },
  { args: "(limit: Long = 20)", returns: whole, sign: 'the argument "limit"' },
  { args: "(first: Int)", sent: { first: 100 }, returns: whole, sign: 'the argument "first"' },
  { args: "(page: Page)", returns: whole, sign: 'the argument "page"' },
  { args: "", returns: "Connection", items: "edges.node", sign: 'returns "pageInfo"' },
  { args: "", returns: "Slice", items: "content", sign: 'returns "nextToken"' },
  { args: "", returns: "Snapshot", items: "content", sign: undefined },
])("a list with $args that returns $returns", ({ args, returns, sent = {}, items = "", sign }) => {
  const schema = buildSchema(`
    scalar Long
    enum Order { NAME }
    input Page { size: Int after: String }
    type Query { widgets${args}: ${returns} }
    type Widget { name: String! }
    type Connection { edges: [Edge!]! pageInfo: PageInfo! }
    type Edge { cursor: String! node: Widget! }
    type PageInfo { endCursor: String hasNextPage: Boolean! }
    type Slice { content: [Widget!]! nextToken: String }
    type Snapshot { content: [Widget!]! version: String! }
  `);
  const values: JsonObject = sent;
  const list = [{ id: "widgets", field: "widgets", arguments: values, items }];
  const kind = { ...widget, operations: { ...widget.operations, list } };

  const { widgets } = partialListsOf(schema, kind);

  if (sign === undefined) expect(widgets).toBeUndefined();
  else expect(widgets).toContain(sign);
});

it("a list whose pages are mapped is complete", () => {
  const schema = buildSchema(`
    type Query { widgets(after: String, first: Int): Connection }
    type Connection { nodes: [Widget!]! next: String }
    type Widget { name: String! }
  `);
  const pages = { arguments: { after: "$page" }, items: "nodes", pages: { next: "next" } };
  const list = [{ id: "widgets", field: "widgets", ...pages }];

  expect(partialListsOf(schema, { ...widget, operations: { ...widget.operations, list } })).toEqual(
    {},
  );
});
