import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

/** Objects refer to another object, and one feed reports all changes under topics, as of the Shopify Admin API. */
const schema = buildSchema(/* GraphQL */ `
  scalar DateTime
  enum Topic {
    WARDS_CREATE
    WARDS_UPDATE
    WARDS_DELETE
    PUMPS_CREATE
    PUMPS_UPDATE
    PUMPS_DELETE
    LIFTS_CREATE
    LIFTS_UPDATE
    LIFTS_DELETE
  }
  type Ward {
    id: ID!
    key: String!
    title: String!
    lastSyncId: Float!
  }
  type Pump {
    id: ID!
    handle: String!
    ward: Ward!
    lastSyncId: Float!
    rate: Float!
    drug: String
    phase: String
    infused: Float
  }
  type Lift {
    id: ID!
    handle: String!
    ward: Ward!
    updatedAt: DateTime!
    settings: LiftSettings!
    measured: LiftMeasured
  }
  type LiftSettings {
    floor: Int!
  }
  type LiftMeasured {
    load: Int
  }
  type Wards {
    nodes: [Ward!]!
  }
  type Pumps {
    nodes: [Pump!]!
  }
  type Lifts {
    nodes: [Lift!]!
  }
  input PumpCreate {
    handle: String!
    wardId: ID!
    rate: Float!
    drug: String
  }
  input PumpUpdate {
    rate: Float
    drug: String
  }
  input PumpReport {
    phase: String
    infused: Float
  }
  input LiftSettingsInput {
    floor: Int!
  }
  input LiftMeasuredInput {
    load: Int
  }
  input LiftCreate {
    handle: String!
    wardId: ID!
    settings: LiftSettingsInput!
  }
  type Tombstone {
    id: ID!
    lastSyncId: Float!
  }
  union Payload = Ward | Pump | Lift | Tombstone
  type Action {
    syncId: Float!
    topic: Topic!
    payload: Payload!
  }
  type Query {
    ward(id: ID!): Ward
    wards(first: Int): Wards!
    pump(id: ID!): Pump
    pumps(first: Int, query: String): Pumps!
    lift(id: ID!): Lift
    lifts(first: Int, query: String): Lifts!
  }
  type Mutation {
    wardCreate(title: String!, key: String!): Ward
    pumpCreate(input: PumpCreate!): Pump
    pumpUpdate(id: ID!, input: PumpUpdate!, lastSyncId: Float): Pump
    pumpReport(id: ID!, input: PumpReport!, lastSyncId: Float!): Pump
    pumpDelete(id: ID!): ID
    liftCreate(input: LiftCreate!): Lift
    liftUpdate(id: ID!, settings: LiftSettingsInput!): Lift
    liftMeasure(id: ID!, ifUpdatedAt: DateTime, measured: LiftMeasuredInput!): Lift
    liftDelete(id: ID!): ID
  }
  type Subscription {
    actions(topics: [Topic!], after: Float): Action!
  }
`);
const { kinds } = inferDialect(schema, { name: "wards" }).dialect;
const [pump, lift] = ["Pump", "Lift"].map((name) => kinds.find((kind) => kind.name === name));

it("takes no object that others refer to for a spec, nor its version for theirs", () => {
  expect(pump?.paths).toMatchObject({
    name: "handle",
    resourceVersion: "lastSyncId",
    spec: { rate: "rate", drug: "drug" },
    status: { phase: "phase", infused: "infused" },
  });
  expect(lift?.paths).toMatchObject({ spec: "settings", status: "measured" });
});

it("recognizes a version by its only precondition", () => {
  expect(lift?.paths.resourceVersion).toBe("updatedAt");
});

it("sends a required reference that a trial can replace", () => {
  expect(pump?.operations.create).toMatchObject([
    { arguments: { input: { handle: "$name", wardId: "$name", $members: "$spec" } } },
  ]);
});

it("limits a feed to the topics of the kind, and identifies deleted objects", () => {
  expect(pump?.operations.watch).toMatchObject([
    {
      object: "payload",
      key: { uid: "payload.id" },
      type: {
        path: "topic",
        names: { PUMPS_DELETE: "DELETED", LIFTS_DELETE: "NONE", WARDS_CREATE: "NONE" },
      },
    },
  ]);
});
