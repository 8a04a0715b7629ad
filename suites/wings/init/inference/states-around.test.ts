import { buildSchema } from "graphql";
import { expect, it } from "vitest";
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
