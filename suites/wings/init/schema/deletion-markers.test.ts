import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { deletionMarkers } from "./deletion-markers.ts";

const schema = buildSchema(`
  type Query { pump(name: String!): Pump  pumps: [Pump!]! }
  type Pump {
    name: String! version: Int! plan: Plan! readings: Readings
    removalReason: String _deleted: Boolean! deletedBy: String! note: String meta: Meta
  }
  type Meta { archivedAt: String }
  type Plan { liters: Int! }
  type Readings { liters: Int! }
  input PlanInput { liters: Int! }
  input ReadingsInput { liters: Int! }
  type Mutation {
    createPump(name: String!, plan: PlanInput!): Pump!
    updatePump(name: String!, version: Int!, plan: PlanInput!): Pump!
    reportPump(name: String!, version: Int!, readings: ReadingsInput!): Pump!
    deletePump(name: String!, version: Int!): Boolean!
  }
`);

it("finds nullable values and Booleans that may mark a deleted object", () => {
  const [kind] = inferDialect(schema, { name: "pumps" }).dialect.kinds;
  expect(kind && deletionMarkers(schema, kind)).toEqual([
    "removalReason",
    "_deleted",
    "meta.archivedAt",
  ]);
});
