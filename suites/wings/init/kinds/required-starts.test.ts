import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { WatchOperation } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function watchTaking(inputs: string, more = ""): WatchOperation | undefined {
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
    ${more}
    type KilnEvent { op: String! kiln: Kiln seq: Int! }
    type Subscription { kilnStream(site: String!, ${inputs}): [KilnEvent!]! }
  `);
  return inferDialect(schema, { name: "kilns" }).dialect.kinds[0]?.operations.watch[0];
}

const cursors = "input Start { initial: Position! } input Position { seq: Int }";

it("starts a watch whose list of cursors needs an entry at the position before all events", () => {
  const watch = watchTaking("cursor: [Start]!", cursors);

  expect(watch).toMatchObject({
    arguments: { cursor: [{ initial: { seq: "$cursor" } }] },
    cursor: "seq",
    start: 0,
  });
});

it.each([
  { inputs: "cursor: [Start]" },
  { inputs: "cursor: Start" },
  { inputs: "cursor: Position!" },
])("starts no watch that may omit its position, as in $inputs", ({ inputs }) => {
  expect(watchTaking(inputs, cursors)?.start).toBeUndefined();
});
