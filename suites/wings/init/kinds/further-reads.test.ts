import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

const schema = buildSchema(/* GraphQL */ `
  scalar _Any
  interface Node {
    id: ID!
  }
  union _Entity = Lift
  type Query {
    lift(building: String!, shaft: String!): Lift
    lifts(building: String!): [Lift!]!
    node(id: ID!): Node
    nodes(ids: [ID!]!): [Node]!
    search(text: String!): Node
    _entities(representations: [_Any!]!): [_Entity]!
  }
  type Mutation {
    installLift(building: String!, shaft: String!, plan: PlanInput!): Lift!
    replanLift(building: String!, shaft: String!, etag: String!, plan: PlanInput!): Lift!
    recordLift(building: String!, shaft: String!, etag: String!, readout: ReadoutInput!): Lift!
  }
  type Lift implements Node {
    id: ID!
    building: String!
    shaft: String!
    etag: String!
    plan: Plan!
    readout: Readout
  }
  type Plan {
    floors: Int!
  }
  input PlanInput {
    floors: Int!
  }
  type Readout {
    floor: Int
  }
  input ReadoutInput {
    floor: Int
  }
`);

it("declares the reads of objects of several types, next to those of the kind", () => {
  const { dialect } = inferDialect(schema, { name: "lifts" });

  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  expect(dialect.kinds[0]?.operations.read).toMatchObject([
    { field: "lift", arguments: { building: "$namespace", shaft: "$name" } },
    { field: "node", arguments: { id: "$uid" } },
    { field: "nodes", arguments: { ids: "$uid" } },
    { field: "_entities", arguments: { representations: [{ __typename: "Lift", id: "$uid" }] } },
  ]);
  expect(dialect.kinds[0]?.type).toBe("Lift");
});
