import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

/** A row that is found by its primary key, which the database assigns, or by two columns that a creation requires. */
const source = /* GraphQL */ `
  scalar BigInt
  scalar UUID
  type Beacon {
    rowId: UUID!
    district: String!
    callsign: String!
    hertz: Int!
    health: String
    etag: BigInt!
  }
  input BeaconInput {
    rowId: UUID
    district: String!
    callsign: String!
    hertz: Int!
    health: String
    etag: BigInt
  }
  input BeaconPatch {
    rowId: UUID
    district: String
    callsign: String
    hertz: Int
    health: String
    etag: BigInt
  }
  input CreateBeaconInput {
    beacon: BeaconInput!
  }
  input UpdateBeaconByRowIdInput {
    rowId: UUID!
    beaconPatch: BeaconPatch!
  }
  input UpdateBeaconByDistrictAndCallsignInput {
    district: String!
    callsign: String!
    beaconPatch: BeaconPatch!
  }
  input DeleteBeaconByRowIdInput {
    rowId: UUID!
  }
  input DeleteBeaconByDistrictAndCallsignInput {
    district: String!
    callsign: String!
  }
  input BeaconCondition {
    rowId: UUID
    district: String
    callsign: String
  }
  type BeaconPayload {
    beacon: Beacon
  }
  type BeaconsConnection {
    nodes: [Beacon]!
  }
  type Query {
    beaconByRowId(rowId: UUID!): Beacon
    beaconByDistrictAndCallsign(district: String!, callsign: String!): Beacon
    allBeacons(condition: BeaconCondition): BeaconsConnection
  }
  type Mutation {
    createBeacon(input: CreateBeaconInput!): BeaconPayload
    updateBeaconByRowId(input: UpdateBeaconByRowIdInput!): BeaconPayload
    updateBeaconByDistrictAndCallsign(input: UpdateBeaconByDistrictAndCallsignInput!): BeaconPayload
    deleteBeaconByRowId(input: DeleteBeaconByRowIdInput!): BeaconPayload
    deleteBeaconByDistrictAndCallsign(input: DeleteBeaconByDistrictAndCallsignInput!): BeaconPayload
  }
`;
const global = source
  .replace("type Beacon {", "type Beacon { id: ID!")
  .replace(
    "type Mutation {",
    "type Mutation { updateBeacon(input: UpdateBeaconInput!): BeaconPayload",
  )
  .replace(
    "type Query {",
    "input UpdateBeaconInput { id: ID!, beaconPatch: BeaconPatch! } type Query { beacon(id: ID!): Beacon",
  );
const [kind] = inferDialect(buildSchema(source), { name: "rows" }).dialect.kinds;

it("identifies objects by the key that creations require, not by one that the server assigns", () => {
  expect(kind?.paths).toMatchObject({
    namespace: "district",
    name: "callsign",
    uid: "rowId",
    resourceVersion: "etag",
  });
  expect(kind?.operations.read[0]?.id).toBe("beaconByDistrictAndCallsign");
  expect(kind?.operations.create).toMatchObject([
    { arguments: { input: { beacon: { district: "$namespace", callsign: "$name" } } } },
  ]);
});

it("finds objects by either key, and writes neither", () => {
  const inputOf = (id: string): unknown =>
    kind?.operations.update.find((one) => one.id === id)?.arguments["input"];
  const patch = { etag: "$resourceVersion", $members: "$spec" };
  expect(inputOf("updateBeaconByRowId")).toEqual({ rowId: "$uid", beaconPatch: patch });
  expect(inputOf("updateBeaconByDistrictAndCallsign")).toEqual({
    district: "$namespace",
    callsign: "$name",
    beaconPatch: patch,
  });
  expect(JSON.stringify(kind?.operations.create)).not.toContain("rowId");
});

it("uses one of several keys that the server assigns, and none as content", () => {
  const [found] = inferDialect(buildSchema(global), { name: "rows" }).dialect.kinds;
  expect(found?.paths.uid).toBe("id");
  expect(JSON.stringify([found?.paths, found?.operations])).not.toContain("rowId");
  expect(found?.operations.update[0]).toMatchObject({
    id: "updateBeacon",
    arguments: { input: { id: "$uid", beaconPatch: { etag: "$resourceVersion" } } },
  });
});
