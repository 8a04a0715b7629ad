import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import type { WatchOperation } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function watchWith(event: string): WatchOperation | undefined {
  const schema = buildSchema(`
    type Query { kiln(site: String!, code: String!): Kiln  kilns(site: String!): [Kiln!]! }
    type Kiln { id: ID! site: String! code: String! revision: Int! wish: Wish! facts: Facts }
    type Wish { heat: Int! }
    input WishInput { heat: Int! }
    type Facts { warmth: Int }
    input FactsInput { warmth: Int }
    type Mutation {
      createKiln(site: String!, code: String!, wish: WishInput!): Kiln!
      updateKiln(site: String!, code: String!, revision: Int!, wish: WishInput!): Kiln!
      reportKiln(site: String!, code: String!, revision: Int!, facts: FactsInput!): Kiln!
      deleteKiln(site: String!, code: String!): Kiln!
    }
    type KilnEvent { ${event} }
    type Subscription { kilnEvents(site: String!): KilnEvent! }
  `);
  return inferDialect(schema, { name: "kilns" }).dialect.kinds[0]?.operations.watch[0];
}

it.each([
  { before: "old", after: "new" },
  { before: "oldRow", after: "newRow" },
  { before: "previous", after: "current" },
  { before: "before", after: "after" },
  { before: "prev_kiln", after: "kiln" },
])("takes the object of an event from $after, not from $before", ({ before, after }) => {
  const expected = {
    type: { path: "op" },
    object: after,
    key: { name: `${before}.code`, namespace: `${before}.site` },
  };

  expect(watchWith(`op: String! ${before}: Kiln ${after}: Kiln`)).toMatchObject(expected);
  expect(watchWith(`op: String! ${after}: Kiln ${before}: Kiln`)).toMatchObject(expected);
});

it("takes the only object of an event, whatever its name", () => {
  expect(watchWith("op: String! old: Kiln")).toMatchObject({ object: "old" });
});

describe("events without a type", () => {
  const type = { names: { after: "UPSERTED", before: "DELETED" } };
  const key = { uid: "id", name: "code", namespace: "site" };

  it.each([
    { event: "before: Kiln after: Kiln" },
    { event: "after: Kiln before: Kiln" },
    { event: "at: String! before: Kiln after: Kiln sequence: Int!" },
  ])("create, change or delete by the states that they contain: $event", ({ event }) => {
    expect(watchWith(event)).toMatchObject({ type, object: "", key });
    expect(JSON.stringify(watchWith(event)?.type?.names)).toBe(JSON.stringify(type.names));
  });

  it("contain the position of their cursor next to these states", () => {
    expect(watchWith("before: Kiln after: Kiln position: Int!")).toMatchObject({
      cursor: "position",
    });
  });

  it.each([
    { why: "a state is required", event: "before: Kiln! after: Kiln" },
    { why: "both states are earlier ones", event: "old: Kiln previous: Kiln" },
  ])("have no such states if $why", ({ event }) => {
    expect(watchWith(event)?.type).toBeUndefined();
  });
});
