import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function kindOf(sdl: string): KindDialect | undefined {
  const schema = buildSchema(sdl);
  const { dialect } = inferDialect(schema, { name: "nested" });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  return dialect.kinds[0];
}

const pump = /* GraphQL */ `
  scalar DateTime
  type Query {
    pump(site: String!, name: String!): PumpResource
    pumps(site: String, page: PageInput): PumpDocument!
  }
  type Mutation {
    createPump(data: PumpCreate!): PumpResource!
    patchPump(data: PumpPatch!): PumpResource!
    patchPumpState(data: PumpStatePatch!): PumpResource!
    deletePump(site: String!, name: String!): Boolean!
  }
  type Subscription {
    pumpEvents(site: String, since: DateTime!): PumpEvent!
  }
  type PumpEvent {
    type: String!
    at: DateTime!
    data: PumpData!
  }
  type PumpResource {
    data: PumpData!
  }
  type PumpDocument {
    data: [PumpData!]!
    links: PumpLinks!
  }
  type PumpLinks {
    next: String
  }
  type PumpData {
    type: String!
    id: ID!
    attributes: PumpAttributes!
    meta: PumpMeta!
  }
  type PumpAttributes {
    site: String!
    name: String!
    spec: PumpSpec!
    state: PumpState
  }
  type PumpSpec {
    litresPerHour: Int!
    fluid: String
  }
  type PumpState {
    pressure: Int
    alarms: [String!]
  }
  type PumpMeta {
    version: Int!
    createdAt: DateTime!
    annotations: [NameValue!]!
    labels: [NameValue!]!
  }
  type NameValue {
    name: String!
    value: String
  }
  input NameValueInput {
    name: String!
    value: String
  }
  input PageInput {
    cursor: String
    size: Int
  }
  input PumpCreate {
    attributes: PumpCreateAttributes!
    meta: PumpMetaInput
  }
  input PumpCreateAttributes {
    site: String!
    name: String!
    spec: PumpSpecInput!
  }
  input PumpMetaInput {
    labels: [NameValueInput!]
    annotations: [NameValueInput!]
  }
  input PumpSpecInput {
    litresPerHour: Int!
    fluid: String
  }
  input PumpPatch {
    id: ID!
    version: Int!
    attributes: PumpPatchAttributes
    meta: PumpMetaInput
  }
  input PumpPatchAttributes {
    spec: PumpSpecInput
  }
  input PumpStatePatch {
    id: ID!
    version: Int!
    state: PumpStateInput!
  }
  input PumpStateInput {
    pressure: Int
    alarms: [String!]
  }
`;

it("reads objects with identity, content and metadata at different levels", () => {
  const kind = kindOf(pump);

  expect(kind?.paths).toEqual({
    uid: "id",
    name: "attributes.name",
    namespace: "attributes.site",
    resourceVersion: "meta.version",
    creationTimestamp: "meta.createdAt",
    labels: "meta.labels",
    annotations: "meta.annotations",
    spec: "attributes.spec",
    status: "attributes.state",
  });
  const pair = { key: "name", value: "value" };
  expect(kind?.pairs).toEqual({ labels: pair, annotations: pair });
});

it("reads the operations of such objects, some by name and others by id", () => {
  const { create, update, updateStatus, list } = kindOf(pump)?.operations ?? {};

  expect(create).toMatchObject([
    {
      arguments: {
        data: {
          attributes: { site: "$namespace", name: "$name", spec: "$spec" },
          meta: { labels: "$labels", annotations: "$annotations" },
        },
      },
      result: "data",
      inside: "data.attributes.spec",
    },
  ]);
  expect(update).toMatchObject([
    { arguments: { data: { id: "$uid", version: "$resourceVersion", attributes: {} } } },
  ]);
  expect(updateStatus).toMatchObject([
    { field: "patchPumpState", arguments: { data: { id: "$uid", state: "$status" } } },
  ]);
  expect(list).toMatchObject([{ items: "data", pages: { next: "links.next" } }]);
});

it("starts a watch at the current time if it requires a time", () => {
  expect(kindOf(pump)?.operations.watch).toMatchObject([
    { arguments: { since: "$cursor" }, start: "$now", object: "data" },
  ]);
});

const lamp = /* GraphQL */ `
  type Query {
    lamp(id: ID): LampResponse
    lamps(filters: LampFilters): LampList
  }
  type Mutation {
    createLamp(data: LampInput!): LampResponse
    updateLamp(id: ID!, revision: Int, data: LampInput!): LampResponse
    reportLamp(id: ID!, revision: Int!, data: LampReportInput!): LampResponse
    deleteLamp(id: ID!): LampResponse
  }
  type LampResponse {
    data: LampEntity
  }
  type LampList {
    data: [LampEntity!]!
    meta: LampMeta!
  }
  type LampMeta {
    total: Int!
  }
  type LampEntity {
    id: ID
    attributes: Lamp
  }
  type Lamp {
    slug: String!
    revision: Int!
    watts: Int
    colour: String
    report: LampReport
    labels: [LampLabel!]
  }
  type LampLabel {
    key: String!
    value: String!
  }
  type LampReport {
    lit: Boolean
    hours: Int
  }
  input LampFilters {
    slug: LampText
  }
  input LampText {
    eq: String
  }
  input LampInput {
    slug: String
    watts: Int
    colour: String
    labels: [LampLabelInput!]
  }
  input LampLabelInput {
    key: String!
    value: String!
  }
  input LampReportInput {
    lit: Boolean
    hours: Int
  }
`;

it("reads objects whose responses wrap them, with everything but the id one level below", () => {
  const kind = kindOf(lamp);

  expect(kind).toMatchObject({
    type: "LampEntity",
    paths: {
      uid: "id",
      name: "attributes.slug",
      resourceVersion: "attributes.revision",
      spec: { watts: "attributes.watts", colour: "attributes.colour" },
      status: "attributes.report",
      labels: "attributes.labels",
    },
    pairs: { labels: { key: "key", value: "value" } },
    operations: {
      create: [{ arguments: { data: { slug: "$name", labels: "$labels", $members: "$spec" } } }],
      read: [{ arguments: { id: "$uid" }, result: "data" }],
      update: [{ arguments: { data: { labels: "$labels", $members: "$spec" } } }],
      updateStatus: [{ arguments: { data: "$status" } }],
    },
  });
});

it("keeps the levels of objects whose metadata, spec and status are separate fields", () => {
  const kind = kindOf(/* GraphQL */ `
    type Query {
      kiln(name: String!): Kiln
      kilns: [Kiln!]!
    }
    type Mutation {
      createKiln(name: String!, spec: KilnSpecInput!): Kiln!
      updateKiln(name: String!, version: String!, spec: KilnSpecInput!): Kiln!
      updateKilnStatus(name: String!, version: String!, status: KilnStatusInput!): Kiln!
    }
    type Kiln {
      metadata: KilnMetadata!
      spec: KilnSpec!
      status: KilnStatus
    }
    type KilnMetadata {
      name: String!
      version: String!
      comment: String
    }
    type KilnSpec {
      heat: Int!
    }
    type KilnStatus {
      degrees: Int
    }
    input KilnSpecInput {
      heat: Int!
    }
    input KilnStatusInput {
      degrees: Int
    }
  `);

  expect(kind?.paths).toMatchObject({ name: "metadata.name", spec: "spec", status: "status" });
});

it("reads lists whose entries wrap the objects, and objects below a level of their own", () => {
  const kind = kindOf(/* GraphQL */ `
    type Query {
      beacon(harbour: String!, code: String!): Beacon
      beacons(harbour: String, page: PageInput): BeaconPage!
    }
    type Mutation {
      lightBeacon(harbour: String!, code: String!, fields: BeaconFields!): BeaconOk!
      changeBeacon(harbour: String!, code: String!, version: Int!, fields: BeaconFields!): BeaconOk!
      recordBeacon(harbour: String!, code: String!, version: Int!, state: StateInput!): BeaconOk!
    }
    input PageInput {
      token: String
    }
    type BeaconOk {
      result: BeaconRecord!
    }
    type BeaconRecord {
      record: Beacon!
      warnings: [String!]!
    }
    type BeaconPage {
      entries: [BeaconEntry!]!
      nextToken: String
    }
    type BeaconEntry {
      cursor: String!
      entry: Beacon!
    }
    type Beacon {
      harbour: String!
      code: String!
      version: Int!
      title: String
      range: Int
      live: BeaconLive
    }
    type BeaconLive {
      state: BeaconState
    }
    type BeaconState {
      battery: Int
      fix: String
    }
    input BeaconFields {
      title: String
      range: Int
    }
    input StateInput {
      battery: Int
      fix: String
    }
  `);

  expect(kind?.paths.status).toBe("live.state");
  expect(kind?.operations.list).toMatchObject([
    { items: "entries.entry", pages: { next: "nextToken" } },
  ]);
  expect(kind?.operations.updateStatus).toMatchObject([
    { arguments: { state: "$status" }, result: "result.record" },
  ]);
});

const grouped = /* GraphQL */ `
  type Query {
    lighting: LightingQuery!
  }
  type LightingQuery {
    v1: LightingV1Query!
  }
  type LightingV1Query {
    lamp(namespace: String!, name: String!): Lamp
    lamps(namespace: String): LampList!
  }
  type LampList {
    resourceVersion: String!
    items: [Lamp!]!
  }
  type Mutation {
    lighting: LightingMutation!
  }
  type LightingMutation {
    v1: LightingV1Mutation!
  }
  type LightingV1Mutation {
    createLamp(namespace: String!, object: LampInput!): Lamp!
    updateLamp(namespace: String!, name: String!, object: LampInput!): Lamp!
    updateLampStatus(namespace: String!, name: String!, object: LampInput!): Lamp!
    deleteLamp(namespace: String!, name: String!): Boolean!
  }
  type Lamp {
    metadata: LampMeta!
    spec: LampSpec
    status: LampStatus
  }
  type LampMeta {
    name: String!
    namespace: String!
    uid: ID!
    resourceVersion: String!
  }
  type LampSpec {
    watts: Int
  }
  type LampStatus {
    hours: Int
  }
  input LampInput {
    metadata: LampMetaInput
    spec: LampSpecInput
    status: LampStatusInput
  }
  input LampMetaInput {
    name: String
    resourceVersion: String
  }
  input LampSpecInput {
    watts: Int
  }
  input LampStatusInput {
    hours: Int
  }
`;

it.each([
  { why: "a union", node: "node" },
  { why: "a union, under another name", node: "entry" },
])("keeps entries of connections that are read through $why", ({ node }) => {
  const kind = kindOf(/* GraphQL */ `
    type Query {
      kiln(ident: String!): Asked
      kilns(first: Int, after: String): Listed!
    }
    type Mutation {
      fireKiln(ident: String!, degrees: Int, fuel: String): Boolean!
      refitKiln(ident: String!, rev: String!, degrees: Int, fuel: String): Boolean!
      attestKiln(ident: String!, rev: String!, heat: Int, alarm: String): Boolean!
    }
    union Asked = Kiln | Missing
    union Listed = KilnConnection | Barred
    type Missing {
      about: String!
    }
    type Barred {
      why: String!
    }
    type KilnConnection {
      edges: [KilnEdge!]!
      pageInfo: PageInfo!
    }
    type KilnEdge {
      cursor: String!
      ${node}: Kiln!
    }
    type PageInfo {
      endCursor: String
      hasNextPage: Boolean!
    }
    type Kiln {
      ident: String!
      gid: ID!
      rev: String!
      degrees: Int
      fuel: String
      heat: Int
      alarm: String
    }
  `);

  expect(kind?.paths).toMatchObject({ name: "ident", resourceVersion: "rev", uid: "gid" });
  expect(kind?.operations.list).toMatchObject([
    { field: "kilns", items: `edges.${node}`, pages: { next: "pageInfo.endCursor" } },
  ]);
});

it("keeps pages with a version at their level inside a response", () => {
  const kind = kindOf(/* GraphQL */ `
    type Query {
      kiln(ident: String!): Found!
      kilns(size: Int, pageToken: String): Sought!
    }
    type Mutation {
      fireKiln(ident: String!, spec: SpecInput!): Kiln!
      refitKiln(ident: String!, rev: Int!, spec: SpecInput!): Kiln!
      attestKiln(ident: String!, rev: Int!, status: StatusInput!): Kiln!
    }
    type Found {
      kiln: Kiln
    }
    type Sought {
      found: KilnList
    }
    type KilnList {
      rev: Int
      allKiln: [Kiln]
      nextPageToken: String
    }
    type Kiln {
      ident: String!
      gid: ID!
      rev: Int!
      spec: Spec!
      status: Status
    }
    type Spec {
      degrees: Int
    }
    type Status {
      heat: Int
    }
    input SpecInput {
      degrees: Int
    }
    input StatusInput {
      heat: Int
    }
  `);

  expect(kind?.operations.list).toMatchObject([
    {
      field: "kilns",
      items: "found.allKiln",
      resourceVersion: "found.rev",
      pages: { next: "found.nextPageToken" },
    },
  ]);
});

it("keeps the groups of operations below the roots", () => {
  const kind = kindOf(grouped);

  expect(kind?.paths).toMatchObject({ name: "metadata.name", spec: "spec", status: "status" });
  expect(kind?.operations.updateStatus.map(({ field }) => field)).toEqual([
    "lighting.v1.updateLampStatus",
  ]);
});

it("finds labels that are pairs in the object that contains the identity", () => {
  const kind = kindOf(/* GraphQL */ `
    scalar Anything
    type Query {
      ledger(harbour: String!, title: String!): Ledger
      ledgers(harbour: String!): [Ledger!]!
    }
    type Mutation {
      foundLedger(head: LedgerKeyInput!, plan: Anything!, marks: [MarkInput!]): Ledger!
      reviseLedger(
        head: LedgerKeyInput!
        expectedSeal: ID!
        plan: Anything!
        marks: [MarkInput!]
      ): Ledger!
      witnessLedger(head: LedgerKeyInput!, expectedSeal: ID!, facts: Anything!): Ledger!
      abandonLedger(head: LedgerKeyInput!): Ledger!
    }
    type Mark {
      key: String!
      value: String!
    }
    input MarkInput {
      key: String!
      value: String!
    }
    type Ledger {
      head: LedgerHead!
      plan: Anything!
      facts: Anything
    }
    type LedgerHead {
      marks: [Mark!]
      harbour: String!
      title: String!
      gid: ID!
      seal: ID!
    }
    input LedgerKeyInput {
      harbour: String!
      title: String!
    }
  `);

  expect(kind?.paths.labels).toBe("head.marks");
  expect(kind?.pairs).toEqual({ labels: { key: "key", value: "value" } });
});

const wards = /* GraphQL */ `
  type WardFields {
    name: String!
    beds: Int!
    floor: String
    taken: Int
    nurse: String
  }
  type WardRecord {
    id: ID!
    createdTime: String!
    revision: Int!
    fields: WardFields!
  }
  type WardBatch {
    records: [WardRecord!]!
  }
  input WardCreateFields {
    name: String!
    beds: Int!
    floor: String
  }
  input WardCreate {
    fields: WardCreateFields!
  }
  input WardPatchFields {
    beds: Int
    floor: String
  }
  input WardPatch {
    id: ID!
    revision: Int!
    fields: WardPatchFields!
  }
  input WardCensusFields {
    taken: Int
    nurse: String
  }
  input WardCensus {
    id: ID!
    revision: Int!
    fields: WardCensusFields!
  }
  type Query {
    ward(baseId: ID!, recordId: ID!): WardRecord
    wards(baseId: ID!): WardBatch!
  }
  type Mutation {
    createWards(baseId: ID!, records: [WardCreate!]!): WardBatch!
    updateWards(baseId: ID!, records: [WardPatch!]!): WardBatch!
    censusWards(baseId: ID!, records: [WardCensus!]!): WardBatch!
    deleteWards(baseId: ID!, records: [ID!]!): WardBatch!
  }
`;

it("reads fields that contain the name and the content, next to an id and a version", () => {
  const kind = kindOf(wards);
  expect(kind?.paths).toMatchObject({
    name: "fields.name",
    uid: "id",
    resourceVersion: "revision",
    spec: { beds: "fields.beds", floor: "fields.floor" },
    status: { taken: "fields.taken", nurse: "fields.nurse" },
  });
  expect(kind?.operations.updateStatus[0]?.arguments).toMatchObject({
    records: { id: "$uid", revision: "$resourceVersion", fields: { $members: "$status" } },
  });
});

it("deletes an object by a list of ids, next to the id of an owner that lists require", () => {
  expect(kindOf(wards)?.operations.delete[0]?.arguments).toMatchObject({ records: "$uid" });
});

it("reads a spec that contains the name, although mutations return only receipts", () => {
  const kind = kindOf(/* GraphQL */ `
    type Service {
      ID: ID!
      Version: Version!
      UpdatedAt: String!
      Spec: Spec!
      State: State
    }
    type Version {
      Index: Int!
    }
    type Spec {
      Name: String!
      Image: String!
      Replicas: Int!
    }
    type State {
      Running: Int
      Desired: Int
    }
    input SpecInput {
      Name: String!
      Image: String!
      Replicas: Int!
    }
    input StateInput {
      Running: Int
      Desired: Int
    }
    type Receipt {
      ID: ID!
    }
    type Query {
      serviceInspect(id: ID!): Service
      serviceList: [Service!]!
    }
    type Mutation {
      serviceCreate(spec: SpecInput!): Receipt!
      serviceUpdate(id: ID!, version: Int!, spec: SpecInput!): Receipt!
      serviceStateUpdate(id: ID!, version: Int!, state: StateInput!): Receipt!
      serviceRemove(id: ID!): Boolean
    }
  `);
  expect(kind?.paths).toMatchObject({
    name: "Spec.Name",
    resourceVersion: "Version.Index",
    spec: { Image: "Spec.Image", Replicas: "Spec.Replicas" },
    status: "State",
  });
  expect(kind?.operations.update[0]?.id).toBe("serviceUpdate");
});

it("reads a name that only reads wrap, such as a slug with its current value", () => {
  const kind = kindOf(/* GraphQL */ `
    type Slug {
      _key: String
      _type: String
      current: String!
    }
    type Lamp {
      _id: ID!
      _type: String!
      _rev: String!
      slug: Slug!
      lumens: Int!
      reading: Reading
    }
    type Reading {
      hours: Int
      fault: String
    }
    input LampDraft {
      slug: String!
      lumens: Int!
    }
    input LampSet {
      lumens: Int
    }
    input ReadingSet {
      hours: Int
      fault: String
    }
    type Query {
      Lamp(id: ID!): Lamp
      allLamp: [Lamp!]!
    }
    type Mutation {
      createLamp(document: LampDraft!): Lamp!
      patchLamp(id: ID!, ifRevisionID: String, set: LampSet!): Lamp!
      recordLampReading(id: ID!, ifRevisionID: String, reading: ReadingSet!): Lamp!
      deleteLamp(id: ID!): Boolean!
    }
  `);
  expect(kind?.paths).toMatchObject({
    name: "slug.current",
    uid: "_id",
    resourceVersion: "_rev",
    spec: { lumens: "lumens" },
    status: "reading",
  });
  expect(kind?.operations.create[0]?.arguments).toMatchObject({ document: { slug: "$name" } });
});
