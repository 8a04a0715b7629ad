import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function kindsOf(sdl: string): readonly KindDialect[] {
  const schema = buildSchema(sdl);
  const { dialect } = inferDialect(schema, { name: "test", namespaces: ["north"] });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  return dialect.kinds;
}

describe("a schema that is generated from unique keys and assignments", () => {
  const [turbine] = kindsOf(/* GraphQL */ `
    type Query {
      findUniqueTurbine(where: TurbineWhereUnique!): Turbine
      findManyTurbine(where: TurbineWhere, take: Int, skip: Int): [Turbine!]!
    }
    type Mutation {
      createOneTurbine(data: TurbineCreate!): Turbine!
      updateOneTurbine(
        where: TurbineWhereUnique!
        data: TurbineUpdate!
        expectedVersion: Int!
      ): Turbine
      recordTurbineReading(
        where: TurbineWhereUnique!
        data: ReadingUpdate!
        expectedVersion: Int!
      ): Turbine
      deleteOneTurbine(where: TurbineWhereUnique!): Turbine
    }
    type Subscription {
      turbine: TurbineChange!
    }
    type Turbine {
      id: ID!
      farmId: String!
      callSign: String!
      version: Int!
      revision: Int!
      height: Int!
      model: Model!
      reading: Reading
    }
    type Reading {
      rotor: Int
      alarms: [String!]
      revision: Int
    }
    enum Model {
      V90
      V112
      V164
    }
    enum Change {
      CREATED
      UPDATED
      DELETED
    }
    type TurbineChange {
      mutation: Change!
      node: Turbine
      previousValues: TurbineValues
    }
    type TurbineValues {
      id: ID!
      farmId: String!
      callSign: String!
    }
    input TurbineWhereUnique {
      id: ID
      farmId_callSign: TurbineKey
    }
    input TurbineKey {
      farmId: String!
      callSign: String!
    }
    input Text {
      equals: String
      in: [String!]
    }
    input TurbineWhere {
      AND: [TurbineWhere!]
      farmId: Text
      callSign: Text
    }
    input TurbineCreate {
      farmId: String!
      callSign: String!
      height: Int!
      model: Model!
    }
    input SetInt {
      set: Int
      increment: Int
    }
    input SetModel {
      set: Model
    }
    input SetTexts {
      set: [String!]
      push: [String!]
    }
    input TurbineUpdate {
      height: SetInt
      model: SetModel
    }
    input ReadingUpdate {
      rotor: SetInt
      alarms: SetTexts
      revision: SetInt
    }
  `);
  const where = { farmId_callSign: { farmId: "$namespace", callSign: "$name" } };

  it("finds objects by the composite key, not by the id next to it", () => {
    expect(turbine?.paths).toMatchObject({
      name: "callSign",
      namespace: "farmId",
      uid: "id",
      resourceVersion: "version",
      generation: "revision",
      status: "reading",
    });
    expect(turbine?.operations.read[0]?.arguments).toEqual({ where });
    expect(turbine?.operations.delete[0]).toMatchObject({
      id: "deleteOneTurbine",
      arguments: { where },
    });
  });

  it("assigns each field of a spec and a status", () => {
    expect(turbine?.operations.update).toMatchObject([
      {
        id: "updateOneTurbine",
        arguments: {
          where,
          data: { height: { set: "$spec.height" }, model: { set: "$spec.model" } },
          expectedVersion: "$resourceVersion",
        },
      },
    ]);
    expect(turbine?.operations.updateStatus).toMatchObject([
      {
        arguments: {
          where,
          data: {
            rotor: { set: "$status.rotor" },
            alarms: { set: "$status.alarms" },
            revision: { set: "$status.revision" },
          },
        },
      },
    ]);
  });

  it("finds the key of a deleted object in the object of its previous values", () => {
    expect(turbine?.operations.watch).toMatchObject([
      {
        object: "node",
        key: { name: "previousValues.callSign", namespace: "previousValues.farmId" },
      },
    ]);
  });
});

describe("a schema that is generated from tables with numbered rows", () => {
  const [dock] = kindsOf(/* GraphQL */ `
    scalar bigint
    type Query {
      dock(where: dock_bool_exp, limit: Int, offset: Int): [dock!]!
      dock_by_pk(id: Int!): dock
    }
    type Mutation {
      insert_dock_one(object: dock_insert_input!): dock
      update_dock_by_pk(
        pk_columns: dock_pk!
        _set: dock_set_input
        _inc: dock_inc_input
        if_row_version: bigint!
      ): dock
      report_dock_by_pk(
        pk_columns: dock_pk!
        _set: dock_report_set_input
        _inc: dock_report_inc_input
        if_row_version: bigint!
      ): dock
      delete_dock_by_pk(id: Int!): dock
    }
    type Subscription {
      dock_stream(batch_size: Int!, cursor: [dock_cursor]!, where: dock_bool_exp): [dock_change!]!
    }
    type dock {
      id: Int!
      harbour: String!
      label: String!
      row_version: bigint!
      spec_revision: Int!
      draught: Int!
      purpose: String
      occupancy: dock_occupancy
    }
    type dock_occupancy {
      taken: Int
      remarks: String
    }
    type dock_change {
      seq: bigint!
      op: String!
      row: dock!
    }
    enum ordering {
      ASC
      DESC
    }
    input dock_cursor {
      initial_value: dock_cursor_value!
      ordering: ordering
    }
    input dock_cursor_value {
      seq: bigint
    }
    input text_exp {
      _eq: String
    }
    input dock_bool_exp {
      _not: dock_bool_exp
      harbour: text_exp
      label: text_exp
    }
    input dock_pk {
      id: Int!
    }
    input dock_insert_input {
      harbour: String
      label: String
      draught: Int
      purpose: String
    }
    input dock_set_input {
      draught: Int
      purpose: String
    }
    input dock_inc_input {
      draught: Int
    }
    input dock_report_set_input {
      taken: Int
      remarks: String
    }
    input dock_report_inc_input {
      taken: Int
    }
  `);

  it("derives the names from fields that only creations set, although their inputs are optional", () => {
    expect(dock?.paths).toMatchObject({ name: "label", namespace: "harbour", uid: "id" });
    expect(dock?.operations.read[0]?.arguments).toEqual({ id: "$uid" });
    expect(dock?.samples.specs[0]).toEqual({ draught: 1, purpose: "purpose-a" });
  });

  it("sets values and omits other operations", () => {
    const found = { pk_columns: { id: "$uid" }, if_row_version: "$resourceVersion" };
    expect(dock?.operations.update[0]?.arguments).toEqual({
      ...found,
      _set: { $members: "$spec" },
    });
    expect(dock?.operations.updateStatus[0]?.arguments).toEqual({ ...found, _set: "$status" });
    expect(dock?.samples.statuses[0]).toEqual({ taken: 1, remarks: "remarks-a" });
  });

  it("starts a stream in the object that a cursor is", () => {
    expect(dock?.operations.watch[0]).toMatchObject({
      arguments: { cursor: [{ initial_value: { seq: "$cursor" } }] },
      cursor: "seq",
    });
  });
});

describe("a schema with commands and one stream of events", () => {
  const [crane, hoist] = kindsOf(/* GraphQL */ `
    scalar Long
    type Query {
      crane(site: ID!, code: ID!): Crane
      cranes(site: ID): [Crane!]!
      hoist(site: ID!, code: ID!): Hoist
      hoists(site: ID): [Hoist!]!
    }
    type Mutation {
      registerCrane(command: RegisterCrane!): Accepted!
      reconfigureCrane(command: ReconfigureCrane!): Accepted!
      signalCrane(command: SignalCrane!): Accepted!
      retireCrane(command: RetireCrane!): Accepted!
      registerHoist(command: RegisterHoist!): Accepted!
      reconfigureHoist(command: ReconfigureHoist!): Accepted!
      signalHoist(command: SignalHoist!): Accepted!
      retireHoist(command: RetireHoist!): Accepted!
    }
    type Accepted {
      sequence: Long!
    }
    type Subscription {
      events(after: Long): DomainEvent!
    }
    type DomainEvent {
      sequence: Long!
      type: String!
      payload: Payload!
    }
    type Payload {
      site: ID!
      code: ID!
      crane: Crane
      hoist: Hoist
    }
    type Crane {
      id: ID!
      site: ID!
      code: ID!
      version: Long!
      setup: Int!
      plan: CranePlan!
      signal: CraneSignal
    }
    type CranePlan {
      load: Int!
    }
    type CraneSignal {
      mode: String
      lifted: Int
      setup: Int
    }
    type Hoist {
      id: ID!
      site: ID!
      code: ID!
      version: Long!
      setup: Int!
      plan: HoistPlan!
      signal: HoistSignal
    }
    type HoistPlan {
      floors: Int!
      kind: String!
    }
    type HoistSignal {
      floor: Int
      setup: Int
    }
    input CranePlanInput {
      load: Int!
    }
    input CraneSignalInput {
      mode: String
      lifted: Int
      setup: Int
    }
    input HoistPlanInput {
      floors: Int!
      kind: String!
    }
    input HoistSignalInput {
      floor: Int
      setup: Int
    }
    input RegisterCrane {
      site: ID!
      code: ID!
      plan: CranePlanInput!
    }
    input ReconfigureCrane {
      site: ID!
      code: ID!
      expectedVersion: Long!
      plan: CranePlanInput!
    }
    input SignalCrane {
      site: ID!
      code: ID!
      expectedVersion: Long!
      signal: CraneSignalInput!
    }
    input RetireCrane {
      site: ID!
      code: ID!
    }
    input RegisterHoist {
      site: ID!
      code: ID!
      plan: HoistPlanInput!
    }
    input ReconfigureHoist {
      site: ID!
      code: ID!
      expectedVersion: Long!
      plan: HoistPlanInput!
    }
    input SignalHoist {
      site: ID!
      code: ID!
      expectedVersion: Long!
      signal: HoistSignalInput!
    }
    input RetireHoist {
      site: ID!
      code: ID!
    }
  `);

  it("watches each kind and ignores events about the others", () => {
    const shared = { key: { name: "payload.code", namespace: "payload.site" } };
    expect(crane?.operations.watch).toMatchObject([
      { ...shared, object: "payload.crane", otherKinds: ["payload.hoist"] },
    ]);
    expect(hoist?.operations.watch).toMatchObject([
      { ...shared, object: "payload.hoist", otherKinds: ["payload.crane"] },
    ]);
  });

  it("treats a spec field named kind as a field of the spec", () => {
    expect(crane?.operations).toMatchObject({
      create: [{ id: "registerCrane" }],
      update: [{ id: "reconfigureCrane" }],
    });
    expect(hoist?.operations).toMatchObject({
      create: [{ id: "registerHoist" }],
      update: [{ id: "reconfigureHoist" }],
    });
  });

  it("distinguishes the generation from the observed generation of the same name", () => {
    expect(crane?.paths.generation).toBe("setup");
  });
});

it("finds an id and a version with other names in mutations, and a status with an id of its own", () => {
  const [lift] = kindsOf(/* GraphQL */ `
    type Query {
      lift(id: ID!): Lift
      liftByHandle(building: String!, handle: String!): Lift
      lifts(first: Int, building: String): [Lift!]!
    }
    type Mutation {
      liftCreate(building: String!, handle: String!, lift: LiftInput!): Lift
      liftUpdate(id: ID!, ifMatch: String!, lift: LiftInput!): Lift
      liftTelemetryUpsert(ownerId: ID!, ifMatch: String!, telemetry: TelemetryInput!): Lift
      liftDelete(id: ID!): ID
    }
    type Lift {
      id: ID!
      building: String!
      handle: String!
      etag: String!
      revision: Int!
      capacity: Int!
      express: Boolean!
      telemetry: Telemetry
    }
    type Telemetry {
      id: ID!
      trips: Int
      reportedRevision: Int
    }
    input LiftInput {
      capacity: Int
      express: Boolean
    }
    input TelemetryInput {
      trips: Int
      reportedRevision: Int
    }
  `);

  expect(lift?.paths).toMatchObject({
    resourceVersion: "etag",
    generation: "revision",
    status: { trips: "telemetry.trips", reportedRevision: "telemetry.reportedRevision" },
  });
  expect(lift?.operations.updateStatus).toMatchObject([
    { arguments: { ownerId: "$uid", ifMatch: "$resourceVersion", telemetry: "$status" } },
  ]);
});

describe("a schema with a creation named like an update, and a mutation per reported field", () => {
  const [feed, slate] = kindsOf(/* GraphQL */ `
    scalar Etag
    type Query {
      feed(ref: ID!): Feed
      feedByCallSign(studio: String!, callSign: String!): Feed
      feeds(studio: String!, first: Int!, after: String): FeedPage!
      slate(ref: ID!): Slate
      slateByCallSign(studio: String!, callSign: String!): Slate
      slates(studio: String!, first: Int!, after: String): SlatePage!
    }
    type Mutation {
      patchFeed(studio: String!, callSign: String!, order: OrderInput!): FeedReceipt!
      rerouteFeed(ref: ID!, ifMatch: Etag!, order: OrderInput!): FeedReceipt!
      feedLocked(ref: ID!, ifMatch: Etag!, locked: Boolean): FeedReceipt!
      feedLag(ref: ID!, ifMatch: Etag!, lagMs: Int): FeedReceipt!
      feedPeers(ref: ID!, ifMatch: Etag!, peers: [String!]): FeedReceipt!
      cutFeed(ref: ID!, ifMatch: Etag): FeedReceipt!
      paintSlate(studio: String!, callSign: String!, caption: CaptionInput!): SlateReceipt!
      repaintSlate(ref: ID!, ifMatch: Etag!, caption: CaptionInput!): SlateReceipt!
      wipeSlate(ref: ID!, ifMatch: Etag): SlateReceipt!
    }
    type Subscription {
      newsreel(studio: String, since: String): News!
    }
    type Feed {
      ref: ID!
      studio: String!
      callSign: String!
      etag: Etag!
      order: Order!
      locked: Boolean
      lagMs: Int
      peers: [String!]
    }
    type Order {
      source: String!
      redundancy: Int!
    }
    input OrderInput {
      source: String!
      redundancy: Int!
    }
    type Slate {
      ref: ID!
      studio: String!
      callSign: String!
      etag: Etag!
      caption: Caption!
    }
    type Caption {
      text: String!
      color: String
    }
    input CaptionInput {
      text: String!
      color: String
    }
    type FeedPage {
      nodes: [Feed!]!
      endCursor: String
      hasMore: Boolean!
    }
    type SlatePage {
      nodes: [Slate!]!
      endCursor: String
      hasMore: Boolean!
    }
    type FeedReceipt {
      feed: Feed
      problem: Problem
    }
    type SlateReceipt {
      slate: Slate
      problem: Problem
    }
    interface Problem {
      title: String!
    }
    type Outdated implements Problem {
      title: String!
      current: Etag!
    }
    union News = FeedNews | SlateNews | Tick
    enum Turn {
      PRESENT
      NEW
      CHANGED
      GONE
    }
    type FeedNews {
      turn: Turn!
      position: String!
      feed: Feed!
    }
    type SlateNews {
      turn: Turn!
      position: String!
      slate: Slate!
    }
    type Tick {
      position: String!
    }
  `);

  it("recognizes the creation, because another mutation writes the same fields at a version", () => {
    expect(feed?.operations.create.map(({ id }) => id)).toEqual(["patchFeed"]);
    expect(feed?.operations.update.map(({ id }) => id)).toEqual(["rerouteFeed"]);
    expect(feed?.paths).toMatchObject({
      spec: "order",
      status: { locked: "locked", lagMs: "lagMs", peers: "peers" },
    });
  });

  it("follows pages whose fields are next to their items", () => {
    expect(feed?.operations.list[0]).toMatchObject({
      items: "nodes",
      pages: { next: "endCursor", more: "hasMore" },
    });
  });

  it("reads each kind from its own member of the union of events", () => {
    const names = { NEW: "ADDED", CHANGED: "MODIFIED", GONE: "DELETED", Tick: "NONE" };
    const parts = { type: { path: "turn", names }, cursor: "position" };

    expect(feed?.operations.watch[0]).toMatchObject({
      ...parts,
      object: "feed",
      otherKinds: ["slate"],
    });
    expect(slate?.operations.watch[0]).toMatchObject({
      ...parts,
      object: "slate",
      otherKinds: ["feed"],
    });
  });
});

describe("a schema with system fields, locators and writes of several objects", () => {
  const [freezer] = kindsOf(/* GraphQL */ `
    "Degrees Celsius with one decimal, as -70.5"
    scalar Celsius
    scalar Long
    type Query {
      coldChain: ColdChain!
    }
    type ColdChain {
      freezer(at: FreezerLocator!): Freezer
      freezers(site: String!, page: Int!, perPage: Int!): FreezerBook!
    }
    type Mutation {
      freezers: FreezerCommands!
    }
    type FreezerCommands {
      commission(entries: [NewFreezer!]!): [FreezerOutcome!]!
      retarget(changes: [Retarget!]!): [FreezerOutcome!]!
      report(reports: [TelemetryReport!]!): [FreezerOutcome!]!
      decommission(leavers: [Leaver!]!): [FreezerOutcome!]!
    }
    type Subscription {
      freezerChanges(site: String!, after: Long): FreezerChange!
    }
    input FreezerLocator {
      id: ID
      address: FreezerAddress
    }
    input FreezerAddress {
      site: String!
      label: String!
    }
    input NewFreezer {
      site: String!
      label: String!
      settings: SettingsInput!
    }
    input Retarget {
      at: FreezerLocator!
      basedOn: String!
      settings: SettingsInput!
    }
    input TelemetryReport {
      at: FreezerLocator!
      basedOn: String!
      telemetry: TelemetryInput!
    }
    input Leaver {
      at: FreezerLocator!
      basedOn: String
    }
    type Freezer {
      sys: Sys!
      site: String!
      label: String!
      settings: Settings!
      telemetry: Telemetry
    }
    type Sys {
      id: ID!
      stamp: String!
    }
    type Settings {
      target: Celsius!
      racks: [String!]!
    }
    input SettingsInput {
      target: Celsius!
      racks: [String!]!
    }
    type Telemetry {
      id: ID!
      defrosts: Int
      alarms: [String!]!
    }
    input TelemetryInput {
      defrosts: Int
      alarms: [String!]
    }
    type FreezerBook {
      items: [Freezer!]!
      pages: Int!
    }
    type FreezerOutcome {
      freezer: Freezer
      failure: String
    }
    enum Action {
      COMMISSIONED
      RETARGETED
      REPORTED
      DECOMMISSIONED
    }
    type FreezerChange {
      sequence: Long!
      action: Action!
      freezer: Freezer!
    }
  `);

  it("finds the version in an object that no mutation writes, and objects by their keys", () => {
    const at = { address: { site: "$namespace", label: "$name" } };

    expect(freezer?.paths).toMatchObject({
      name: "label",
      namespace: "site",
      resourceVersion: "sys.stamp",
      spec: "settings",
    });
    expect(freezer?.operations.update[0]?.arguments).toEqual({
      changes: { at, basedOn: "$resourceVersion", settings: "$spec" },
    });
    expect(freezer?.operations.delete[0]?.arguments).toEqual({
      leavers: { at, basedOn: "$resourceVersion" },
    });
  });

  it("derives the format of a scalar from the example in its description", () => {
    expect(freezer?.samples.specs.map(({ target }) => target)).toEqual(["-70.5", "-70.6", "-70.7"]);
  });

  it("resumes at the only field of an event with the type of the cursor", () => {
    expect(freezer?.operations.watch[0]?.cursor).toBe("sequence");
  });
});

it.each([
  ["a list of named objects", "ports: [PartInput!]", "ports: [Part!]"],
  ["a named object", "gateway: PartInput", "gateway: Part"],
])(
  "reads an optional spec with %s as a body, not as a way to find an object",
  (_, input, field) => {
    const [relay] = kindsOf(/* GraphQL */ `
    type Query {
      relay(namespace: String!, name: String!): Relay
      relays(namespace: String!): [Relay!]!
    }
    type Mutation {
      createRelay(input: CreateRelay!): Relay!
      updateRelay(input: UpdateRelay!): Relay!
      updateRelayStatus(input: UpdateRelayStatus!): Relay!
      deleteRelay(namespace: String!, name: String!): Relay
    }
    input CreateRelay {
      namespace: String!
      name: String!
      spec: RelaySpecInput!
    }
    input UpdateRelay {
      namespace: String!
      name: String!
      resourceVersion: String!
      spec: RelaySpecInput!
    }
    input UpdateRelayStatus {
      namespace: String!
      name: String!
      resourceVersion: String!
      status: RelayStatusInput!
    }
    input RelaySpecInput {
      address: String
      ${input}
    }
    input PartInput {
      name: String
      number: Int!
    }
    input RelayStatusInput {
      count: Int
    }
    type Relay {
      metadata: Metadata!
      spec: RelaySpec!
      status: RelayStatus
    }
    type Metadata {
      namespace: String!
      name: String!
      uid: ID!
      resourceVersion: String!
    }
    type RelaySpec {
      address: String
      ${field}
    }
    type Part {
      name: String
      number: Int!
    }
    type RelayStatus {
      count: Int
    }
  `);
    const { create, update } = relay?.operations ?? {};

    expect([create, update].flatMap((operations) => operations?.[0]?.arguments["input"])).toEqual([
      expect.objectContaining({ spec: "$spec" }),
      expect.objectContaining({ spec: "$spec" }),
    ]);
  },
);
