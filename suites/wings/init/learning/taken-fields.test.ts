import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { takenFields } from "./taken-fields.ts";

const zones = buildSchema(/* GraphQL */ `
  type Query {
    zone(apex: ID!): Zone
  }
  type Mutation {
    createZones(inputs: [NewZone!]!): ZonesPayload!
    updateZones(inputs: [ZoneChange!]!): ZonesPayload!
    reportZones(inputs: [ZoneReport!]!): ZonesPayload!
  }
  type ZonesPayload {
    zones: [Zone]!
  }
  type Zone {
    apex: ID!
    revision: Int!
    intent: Intent!
    reality: Reality!
  }
  type Intent {
    primary: String!
    refresh: Int!
  }
  type Reality {
    phase: String
    signedTimes: Int
  }
  input IntentInput {
    primary: String!
    refresh: Int!
  }
  input RealityInput {
    phase: String
    signedTimes: Int
  }
  input NewZone {
    apex: ID!
    intent: IntentInput!
  }
  input ZoneChange {
    apex: ID!
    revision: Int!
    intent: IntentInput!
  }
  input ZoneReport {
    apex: ID!
    revision: Int!
    reality: RealityInput!
  }
`);

it("finds the fields of an input that a mutation takes in a list of one", () => {
  const { dialect } = inferDialect(zones, { name: "zones" });

  expect(takenFields(zones, dialect, { kind: "Zone", part: "status" })).toEqual(
    new Set(["phase", "signedTimes"]),
  );
});
