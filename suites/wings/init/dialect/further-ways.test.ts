import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { furtherWays } from "./further-ways.ts";

function placesIn(mutations: string): readonly string[] {
  const schema = buildSchema(`
    type Beacon { id: ID! rowId: Int! code: String! version: Int! power: Int! volts: Int }
    input BeaconInput { code: String! power: Int! }
    input BeaconPatch { power: Int }
    input BeaconReading { volts: Int }
    input ReportBeaconInput { id: ID! version: Int! reading: BeaconReading! }
    input ReportBeaconByRowIdInput { rowId: Int! version: Int! reading: BeaconReading! }
    type Query { beacon(id: ID!): Beacon beaconByCode(code: String!): Beacon beacons: [Beacon!]! }
    type Mutation {
      createBeacon(beacon: BeaconInput!): Beacon
      updateBeacon(id: ID!, version: Int!, patch: BeaconPatch!): Beacon
      reportBeacon(input: ReportBeaconInput!): Beacon
      deleteBeacon(id: ID!): Beacon
      ${mutations}
    }
  `);
  return furtherWays(schema, inferDialect(schema, { name: "beacons" }).dialect).map(
    ({ place }) => place,
  );
}

it("lists mutations that write the same content by another key", () => {
  expect(
    placesIn(`
      updateBeaconByRowId(rowId: Int!, version: Int!, patch: BeaconPatch!): Beacon
      reportBeaconByRowId(input: ReportBeaconByRowIdInput!): Beacon
    `),
  ).toEqual([
    "kinds.Beacon.operations.update.updateBeaconByRowId",
    "kinds.Beacon.operations.updateStatus.reportBeaconByRowId",
  ]);
});

it("lists no other mutations", () => {
  expect(
    placesIn("updateBeaconByTeam(team: ID!, power: Int!): Int restartBeacon(rowId: Int!): Int"),
  ).toEqual([]);
});
