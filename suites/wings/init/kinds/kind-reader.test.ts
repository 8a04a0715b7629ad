import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

/** Each mutation exists for the global id and for the primary key, as in PostGraphile. */
const schema = buildSchema(/* GraphQL */ `
  type Beacon {
    nodeId: ID!
    rowId: Int!
    name: String!
    rev: Int!
    interval: Int!
    strength: Int
  }
  input Patch {
    interval: Int
    rev: Int!
  }
  input Report {
    strength: Int
    rev: Int!
  }
  type Query {
    beacon(nodeId: ID!): Beacon
    beaconByName(name: String!): Beacon
    beacons: [Beacon!]!
  }
  type Mutation {
    createBeacon(name: String!, interval: Int!): Beacon
    updateBeacon(nodeId: ID!, patch: Patch!): Beacon
    updateBeaconByRowId(rowId: Int!, patch: Patch!): Beacon
    reportBeacon(nodeId: ID!, patch: Report!): Beacon
    reportBeaconByRowId(rowId: Int!, patch: Report!): Beacon
    deleteBeacon(nodeId: ID!): Beacon
  }
`);

it("states which mutations are not tested because they find objects by another key", () => {
  const { dialect, guesses } = inferDialect(schema, { name: "beacons" });
  const { update, updateStatus } = dialect.kinds[0]?.operations ?? {};
  const statements = guesses
    .filter(({ reason }) => reason.startsWith("not tested"))
    .map(({ path, confidence, reason }) => [path.at(-1), confidence, reason.split(": ")[1]]);

  expect(update?.map(({ field }) => field)).toEqual(["updateBeacon"]);
  expect(updateStatus?.map(({ field }) => field)).toEqual(["reportBeacon"]);
  expect(statements).toEqual([["updateStatus", "low", "reportBeaconByRowId"]]);
});
