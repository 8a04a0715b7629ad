import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function inferred(operations: string): KindDialect | undefined {
  const schema = buildSchema(`
    type Query { getCrane(id: ID, code: String): Crane queryCrane(filter: Filter, first: Int): [Crane] }
    type Mutation {
      addCrane(input: [AddInput!]!): Payload
      updateCrane(input: UpdateInput!): Payload
      updateCraneStatus(input: StatusInput!): Payload
      deleteCrane(filter: Filter!): Payload
    }
    type Subscription { craneFeed(after: String): Feed! }
    type Feed { seq: String! op: Op! crane: Crane! }
    enum Op { ${operations} }
    type Crane { id: ID! code: String! rev: String! rig: Rig! state: State }
    type Rig { reach: Int! hooks: [String!]! }
    type State { load: Float lifts: Int }
    input RigRef { reach: Int! hooks: [String!]! }
    input StateRef { load: Float lifts: Int }
    input AddInput { code: String! rig: RigRef! }
    input Text { eq: String }
    input Filter { id: [ID!] code: Text rev: Text }
    input Patch { rig: RigRef }
    input UpdateInput { filter: Filter! set: Patch }
    input StatusInput { filter: Filter! set: StateRef }
    type Payload { crane: [Crane] }
  `);
  return inferDialect(schema, { name: "cranes" }).dialect.kinds[0];
}

it("takes optional keys of a read for alternatives if lists filter by each", () => {
  const kind = inferred("SET DEL");

  expect(kind?.paths).toMatchObject({ name: "code", uid: "id" });
  expect(kind?.paths.namespace).toBeUndefined();
  expect(kind?.operations.read).toMatchObject([
    { arguments: { code: "$name" } },
    { field: "getCrane", arguments: { id: "$uid" } },
  ]);
});

it.each([
  ["SET DEL", { SET: "UPSERTED", DEL: "DELETED" }],
  ["LIT DOUSED", { LIT: "UPSERTED", DOUSED: "DELETED" }],
])("guesses the meaning of two types of events: %s", (words, names) => {
  expect(inferred(words)?.operations.watch).toMatchObject([{ type: { path: "op", names } }]);
});
