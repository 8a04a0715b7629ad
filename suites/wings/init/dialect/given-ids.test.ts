import { buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { settleDialect } from "./gaps.ts";
import { inferDialect } from "../kinds/infer-dialect.ts";

const looms = buildSchema(`
  type Query { weaving: WeavingQuery! }
  type WeavingQuery { loom(id: ID!): Loom  looms(hall: Hall!): LoomPage! }
  type LoomPage { at: Int! looms: [Loom!]! }
  type Loom { id: ID! plate: Plate! pattern: Pattern! gauge: Gauge }
  type Plate { hall: Hall! mark: String! edit: Int! mountedAt: String! }
  enum Hall { NORTH SOUTH }
  type Pattern { yarn: String! picks: Int! }
  type Gauge { tension: Int speed: Float }
  type Mutation { weaving: WeavingMutation! }
  type WeavingMutation {
    mount(hall: Hall!, mark: String!, pattern: PatternInput!): Loom!
    rethread(id: ID!, edit: Int!, pattern: PatternPatch!): Loom!
    gauge(id: ID!, edit: Int!, gauge: GaugeInput!): Loom!
    dismount(id: ID!, edit: Int): ID!
  }
  input PatternInput { yarn: String! picks: Int! }
  input PatternPatch { yarn: String picks: Int }
  input GaugeInput { tension: Int speed: Float }
  type Subscription { happenings(hall: Hall, since: Int): Happening! }
  union Happening = Mounted | Rethreaded | Gauged | Dismounted
  type Mounted { loom: Loom! }
  type Rethreaded { loom: Loom! }
  type Gauged { loom: Loom! }
  type Dismounted { id: ID! hall: Hall! edit: Int! }
`);

describe("a schema whose objects are found by a server-assigned id", () => {
  const { dialect } = inferDialect(looms, { name: "looms", namespaces: ["NORTH"] });
  const [loom] = dialect.kinds;

  it("has names that only creations accept, and a version next to them", () => {
    expect(loom?.paths).toMatchObject({
      name: "plate.mark",
      namespace: "plate.hall",
      uid: "id",
      resourceVersion: "plate.edit",
      spec: "pattern",
      status: "gauge",
    });
    expect(loom?.scope).toBe("namespaced");
  });

  it("finds objects by the id in every call but the creation", () => {
    const { create, read, list, update, updateStatus, delete: remove } = loom?.operations ?? {};
    const found = { id: "$uid", edit: "$resourceVersion" };
    expect(create?.[0]?.arguments).toEqual({
      hall: "$namespace",
      mark: "$name",
      pattern: "$spec",
    });
    expect(read?.[0]?.arguments).toEqual({ id: "$uid" });
    expect(list?.[0]).toMatchObject({ arguments: { hall: "$namespace" }, perNamespace: true });
    expect(update?.[0]?.arguments).toEqual({ ...found, pattern: "$spec" });
    expect(updateStatus?.[0]?.arguments).toEqual({ ...found, gauge: "$status" });
    expect(remove?.[0]).toMatchObject({ field: "weaving.dismount", arguments: found });
    expect(prepareDialect(looms, dialect).problems).toEqual([]);
  });

  it("reads events that are a union, and the remaining fields of a deleted object", () => {
    expect(loom?.operations.watch).toMatchObject([
      {
        arguments: { hall: "$namespace", since: "$cursor" },
        type: {
          path: "__typename",
          names: {
            Mounted: "ADDED",
            Rethreaded: "MODIFIED",
            Gauged: "MODIFIED",
            Dismounted: "DELETED",
          },
        },
        object: "loom",
        key: { uid: "id" },
        resourceVersion: "edit",
      },
    ]);
  });
});

it("reads objects through their common interface if there is no other read", () => {
  const schema = buildSchema(`
    type Query { node(id: ID!): Node kilns(yard: String!): [Kiln!]! me: User }
    interface Node { id: ID! }
    type User implements Node { id: ID! email: String }
    type Kiln implements Node {
      id: ID! yard: String! slug: String! rev: String! wish: Wish! facts: Facts
    }
    type Wish { heat: Int! fuel: String } input WishInput { heat: Int! fuel: String }
    type Facts { degrees: Int glow: String } input FactsInput { degrees: Int glow: String }
    type Mutation {
      enlistKiln(yard: String!, slug: String!, wish: WishInput!): Kiln!
      amendKiln(id: ID!, rev: String!, wish: WishInput!): Kiln!
      declareKiln(id: ID!, rev: String!, facts: FactsInput!): Kiln!
      dismissKiln(id: ID!): Boolean!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "kilns", namespaces: ["north"] });
  const prepared = prepareDialect(schema, dialect);

  expect(dialect.kinds.map(({ name }) => name)).toEqual(["Kiln"]);
  expect(dialect.kinds[0]?.operations.read).toMatchObject([
    { field: "node", arguments: { id: "$uid" }, result: "" },
  ]);
  expect(prepared.problems).toEqual([]);
  expect(prepared.document("Kiln", "read", "node")).toBe(
    "query($id: ID!) { node(id: $id) { __typename ... on Kiln " +
      "{ id yard slug rev wish { heat fuel } facts { degrees glow } } } }",
  );
});

describe("a schema whose objects are numbered within their owner", () => {
  const schema = buildSchema(`
    type Query { report(yard: String!, number: Int!): Report reports(yard: String!): [Report!]! }
    type Report { id: ID! yard: String! number: Int! stamp: String! title: String! urgency: Urgency! review: Review }
    enum Urgency { LOW MEDIUM HIGH } type Review { verdict: String score: Int } input ReviewInput { verdict: String score: Int }
    input ReportInput { yard: String! title: String! urgency: Urgency! } input ReportChanges { title: String urgency: Urgency }
    type Mutation {
      fileReport(input: ReportInput!): Report!
      amendReport(yard: String!, number: Int!, stamp: String!, changes: ReportChanges!): Report!
      reviewReport(yard: String!, number: Int!, stamp: String!, review: ReviewInput!): Report!
      shelveReport(yard: String!, number: Int!): Boolean!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "reports", namespaces: ["north"] });
  const found = { yard: "$namespace", number: "$uid" };

  it("finds them by number, and names them by a string that creations require", () => {
    expect(dialect.kinds).toMatchObject([
      {
        scope: "namespaced",
        paths: { name: "title", namespace: "yard", uid: "number", status: "review" },
        operations: {
          create: [{ arguments: { input: { yard: "$namespace", title: "$name" } } }],
          read: [{ arguments: found }],
          list: [{ arguments: { yard: "$namespace" } }],
          update: [
            {
              field: "amendReport",
              arguments: { ...found, changes: { urgency: "$spec.urgency" } },
            },
          ],
          updateStatus: [{ field: "reviewReport", arguments: { ...found, review: "$status" } }],
        },
      },
    ]);
    expect(prepareDialect(schema, dialect).problems).toEqual([]);
  });

  it("uses an operation that only finds an object for its deletion, and not for a creation", () => {
    const { create, delete: remove } = dialect.kinds[0]?.operations ?? {};
    expect(create?.map(({ field }) => field)).toEqual(["fileReport"]);
    expect(remove).toMatchObject([{ field: "shelveReport", arguments: found }]);
  });
});

it("lets the server assign the id that creations may omit, and uses a name that updates may keep", () => {
  const schema = buildSchema(`
    type Query { getPump(id: ID!): Pump listPumps(limit: Int, nextToken: String): PumpConnection }
    type PumpConnection { items: [Pump]! nextToken: String }
    type Pump { id: ID! name: String! desired: Desired! reported: Reported _version: Int! }
    type Desired { flow: Int! } input DesiredInput { flow: Int! }
    type Reported { heat: Int } input ReportedInput { heat: Int }
    input CreatePumpInput { id: ID name: String! desired: DesiredInput! }
    input UpdatePumpInput { id: ID! name: String desired: DesiredInput _version: Int }
    input ReportPumpInput { id: ID! reported: ReportedInput! _version: Int! }
    input DeletePumpInput { id: ID! _version: Int }
    type Mutation {
      createPump(input: CreatePumpInput!): Pump
      updatePump(input: UpdatePumpInput!): Pump
      reportPump(input: ReportPumpInput!): Pump
      deletePump(input: DeletePumpInput!): Pump
    }
  `);
  const { dialect } = inferDialect(schema, { name: "pumps", namespaces: [] });
  const at = { id: "$uid", _version: "$resourceVersion" };

  expect(dialect.kinds).toMatchObject([
    {
      paths: { name: "name", uid: "id" },
      operations: {
        create: [{ arguments: { input: { name: "$name", desired: "$spec" } } }],
        update: [{ arguments: { input: { ...at, desired: "$spec" } } }],
        updateStatus: [{ arguments: { input: { ...at, reported: "$status" } } }],
        delete: [{ arguments: { input: at } }],
      },
    },
  ]);
  expect(JSON.stringify(dialect.kinds[0]?.operations.update)).not.toContain("$name");
  expect(JSON.stringify(dialect.kinds[0]?.operations.create)).not.toContain("$uid");
});

it("uses no mutable part of a spec as the name", () => {
  const schema = buildSchema(`
    type Query { ticket(id: ID!): Ticket }
    type Ticket { id: ID! code: String! title: String! version: Int! state: String }
    type Mutation {
      openTicket(code: String!, title: String!): Ticket!
      retitleTicket(id: ID!, version: Int!, title: String!): Ticket!
      reportTicket(id: ID!, version: Int!, state: String): Ticket!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "tickets", namespaces: [] });
  expect(dialect.kinds[0]?.paths).toMatchObject({ name: "code", uid: "id" });
});

describe("a schema whose objects are read by name, and written by a server-assigned id", () => {
  const schema = buildSchema(`
    scalar Timestamp
    type Query {
      zone(account: String!, fqdn: String!): Zone
      zones(account: String!): [Zone!]!
      mast(id: ID!): Mast
      mastByLabel(account: String!, label: String!): Mast
      masts(account: String!): [Mast!]!
    }
    type Zone {
      id: ID! account: String! fqdn: String! etag: String! createdAt: Timestamp!
      settings: Settings! propagation: Propagation
    }
    type Settings { ttl: Int! comment: String } input SettingsInput { ttl: Int! comment: String }
    type Propagation { state: String! servers: Int } input PropagationInput { state: String! servers: Int }
    type Mast { id: ID! account: String! label: String! etag: String! alloy: String! height: Int! }
    type Mutation {
      createZone(account: String!, fqdn: String!, settings: SettingsInput!): Zone!
      replaceZoneSettings(zoneId: ID!, ifMatch: String!, settings: SettingsInput!): Zone!
      publishPropagation(zoneId: ID!, ifMatch: String!, propagation: PropagationInput!): Zone!
      deleteZone(zoneId: ID!, ifMatch: String): Boolean!
      erectMast(account: String!, label: String!, alloy: String!, height: Int!): Mast!
      fellMast(id: ID!): Boolean!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "zones", namespaces: ["acme"] });
  const [zone, mast] = dialect.kinds;

  it("finds objects by their name in reads and by the id in writes", () => {
    const found = { zoneId: "$uid", ifMatch: "$resourceVersion" };
    expect(zone?.paths).toMatchObject({
      name: "fqdn",
      namespace: "account",
      uid: "id",
      resourceVersion: "etag",
      spec: "settings",
      status: "propagation",
    });
    const { create, read, update, updateStatus, delete: remove } = zone?.operations ?? {};
    expect(create?.[0]?.arguments).toEqual({
      account: "$namespace",
      fqdn: "$name",
      settings: "$spec",
    });
    expect(read?.[0]?.arguments).toEqual({ account: "$namespace", fqdn: "$name" });
    expect(update?.[0]?.arguments).toEqual({ ...found, settings: "$spec" });
    expect(updateStatus?.[0]?.arguments).toEqual({ ...found, propagation: "$status" });
    expect(remove?.[0]?.arguments).toEqual(found);
    expect(prepareDialect(schema, dialect).problems).toEqual([]);
  });

  it("prefers to read by name if a name and an id are possible", () => {
    expect(mast?.operations.read.map(({ field }) => field)).toEqual(["mastByLabel", "mast"]);
    expect(mast?.operations.delete[0]?.arguments).toEqual({ id: "$uid" });
  });

  it("uses no field of a creation as the version if no write names it", () => {
    expect(mast?.paths).toMatchObject({
      name: "label",
      resourceVersion: "etag",
      spec: { alloy: "alloy", height: "height" },
    });
  });
});

it("assigns a mutation to the only kind with its last word, if nothing else decides", () => {
  const schema = buildSchema(`
    type Query { chargingPad(id: ID!): ChargingPad chargingPads(yard: String!): [ChargingPad!]! mission(id: ID!): Mission }
    type ChargingPad { id: ID! yard: String! label: String! lock: Int! watts: Int! }
    type Mission { id: ID! yard: String! label: String! lock: Int! order: Order! telemetry: Telemetry }
    type Order { aim: String! steps: Int } input OrderInput { aim: String! steps: Int }
    type Telemetry { phase: String heard: Int fix: Fix } input TelemetryInput { phase: String heard: Int }
    type Fix { lat: Float! lon: Float! } input FixInput { lat: Float! lon: Float! }
    type Mutation {
      installPad(yard: String!, label: String!, watts: Int!): ChargingPad!
      retrofitPad(id: ID!, lock: Int!, watts: Int!): ChargingPad!
      removePad(id: ID!): Boolean!
      fileMission(yard: String!, label: String!, order: OrderInput!): Mission!
      reportTelemetry(id: ID!, lock: Int!, telemetry: TelemetryInput!): Mission!
      recordFix(id: ID!, lock: Int!, fix: FixInput!): Mission!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "pads", namespaces: ["north"] });
  const [pad, mission] = dialect.kinds;

  expect(pad?.operations.delete).toMatchObject([{ field: "removePad", arguments: { id: "$uid" } }]);
  expect(mission?.operations.updateStatus).toMatchObject([
    {
      field: "reportTelemetry",
      arguments: { telemetry: { phase: "$status.phase", heard: "$status.heard" } },
    },
    { field: "recordFix", arguments: { fix: "$status.fix" } },
  ]);
  expect(mission?.samples.statuses[0]).toEqual({
    phase: "phase-a",
    heard: 1,
    fix: { lat: 1.5, lon: 1.5 },
  });
});

it("does not assign a write to objects of another type to the only kind", () => {
  const schema = buildSchema(`
    type Query { pad(name: String!): Pad mission(leg: String!): Mission }
    type Pad { name: String! version: Int! watts: Int! glow: String }
    type Mission { leg: String! isFlown: Boolean! telemetry: String }
    type Mutation {
      installPad(name: String!, watts: Int!): Pad!
      retrofitPad(name: String!, version: Int!, watts: Int!): Pad!
      reportTelemetry(leg: String!, status: String!): Mission!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "pads", namespaces: [] });

  expect(dialect.kinds.map(({ name }) => name)).toEqual(["Pad"]);
  expect(dialect.kinds[0]?.operations.updateStatus).toEqual([]);
});

it("keeps a kind whose mutations each accept a part of the status", () => {
  const schema = buildSchema(`
    scalar Instant
    type Query { bed(ward: String!, code: String!): Bed }
    type Bed { ward: String! code: String! serialNo: ID! modifiedAt: Instant! remarks: String kit: [String!]! state: BedState! }
    type BedState { occupancy: String! hygiene: Hygiene! minutes: Int cleaner: String }
    enum Hygiene { CLEAN DIRTY IN_CLEANING }
    input Plan { kit: [String!]! remarks: String } input Occupancy { occupancy: String! minutes: Int }
    type Mutation {
      commissionBed(ward: String!, code: String!, plan: Plan!): Bed!
      replanBed(ward: String!, code: String!, unmodifiedSince: Instant!, plan: Plan!): Bed!
      recordOccupancy(ward: String!, code: String!, unmodifiedSince: Instant!, occupancy: Occupancy!): Bed!
      recordCleaning(ward: String!, code: String!, unmodifiedSince: Instant!, hygiene: Hygiene!, cleaner: String): Bed!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "beds", namespaces: ["W1"] });
  const unfit = dialect.kinds.map((kind) => ({
    ...kind,
    samples: { ...kind.samples, statuses: [{ hygiene: 7 }] },
  }));
  const settled = settleDialect(schema, { dialect: { ...dialect, kinds: unfit }, guesses: [] });

  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  expect(dialect.kinds[0]?.samples.statuses[0]).toEqual({
    occupancy: "occupancy-a",
    hygiene: "CLEAN",
    minutes: 1,
    cleaner: "cleaner-a",
  });
  expect(settled.inference.dialect.kinds).toMatchObject([
    { name: "Bed", samples: { statuses: [] } },
  ]);
});

it.each([
  { arguments: "page: Int = 1, perPage: Int = 25", by: "number", size: "perPage" },
  { arguments: "pageNo: Int!, size: Int!", by: "number", size: "size" },
  { arguments: "offset: Int, take: Int", by: "offset", size: "take" },
])("counts the pages of a list by $by where it takes $arguments", (listed) => {
  const [counter = ""] = listed.arguments.split(":");
  const schema = buildSchema(`
    type Query { loom(id: ID!): Loom looms(${listed.arguments}): [Loom!]! }
    type Loom { id: ID! mark: String! edit: Int! pattern: Pattern! gauge: Gauge }
    type Pattern { yarn: String! } type Gauge { tension: Int }
    input PatternInput { yarn: String! } input GaugeInput { tension: Int }
    type Mutation {
      createLoom(mark: String!, pattern: PatternInput!): Loom!
      updateLoom(id: ID!, edit: Int!, pattern: PatternInput!): Loom!
      updateLoomGauge(id: ID!, edit: Int!, gauge: GaugeInput!): Loom!
      deleteLoom(id: ID!, edit: Int): ID!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "looms", namespaces: ["north"] });

  expect(dialect.kinds[0]?.operations.list).toMatchObject([
    { arguments: { [counter]: "$page", [listed.size]: 100 }, pages: { by: listed.by } },
  ]);
});

it.each([
  {
    input: "limit: Int, nextToken: String",
    page: "items: [Loom!]! nextToken: String",
    next: "nextToken",
  },
  {
    input: "pageToken: ID",
    page: "looms: [Loom!]! meta: Meta!",
    next: "meta.nextPageToken",
    more: "meta.hasMore",
  },
  { input: "first: Int, marker: Key", page: "looms: [Loom!]! nextMarker: Key", next: "nextMarker" },
])("asks for the next page by $next where a list takes $input", ({ input, page, next, more }) => {
  const schema = buildSchema(`
    scalar Key
    type Query { loom(id: ID!): Loom looms(${input}): Looms! }
    type Looms { ${page} edit: Int! }
    type Meta { nextPageToken: ID hasMore: Boolean! }
    type Loom { id: ID! mark: String! edit: Int! pattern: Pattern! gauge: Gauge }
    type Pattern { yarn: String! } type Gauge { tension: Int }
    input PatternInput { yarn: String! } input GaugeInput { tension: Int }
    type Mutation {
      createLoom(mark: String!, pattern: PatternInput!): Loom!
      updateLoom(id: ID!, edit: Int!, pattern: PatternInput!): Loom!
      updateLoomGauge(id: ID!, edit: Int!, gauge: GaugeInput!): Loom!
      deleteLoom(id: ID!, edit: Int): ID!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "looms", namespaces: ["north"] });
  const argument = input.split(", ").at(-1)?.split(":")[0] ?? "";

  expect(dialect.kinds[0]?.operations.list).toMatchObject([
    {
      arguments: { [argument]: "$page" },
      pages: { next, ...(more === undefined ? {} : { more }) },
    },
  ]);
});

it("uses a text that updates can change as the name if creations fix no more than the owner", () => {
  const schema = buildSchema(`
    type Query {
      trial(id: String!): Trial!
      trials(filter: TrialFilter, first: Int, after: String): TrialConnection!
      team(id: String!): Team!
      teams: [Team!]!
    }
    type Team { id: ID! key: String! name: String! }
    type Trial { id: ID! syncId: Float! team: Team! title: String! protocol: String priority: Int! progress: Progress }
    type Progress { measured: Int warnings: [String!] }
    type TrialConnection { nodes: [Trial!]! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    input IdComparator { eq: ID in: [ID!] }
    input TextComparator { eq: String contains: String }
    input TeamFilter { id: IdComparator }
    input TrialFilter { id: IdComparator team: TeamFilter title: TextComparator }
    input TrialCreateInput { teamId: String! title: String! id: String protocol: String priority: Int }
    input TrialUpdateInput { title: String protocol: String priority: Int ifSyncId: Float }
    input ProgressInput { ifSyncId: Float! measured: Int warnings: [String!] }
    type TrialPayload { success: Boolean! lastSyncId: Float! trial: Trial! }
    type ArchivePayload { success: Boolean! lastSyncId: Float! entity: Trial }
    type Mutation {
      trialCreate(input: TrialCreateInput!): TrialPayload!
      trialUpdate(id: String!, input: TrialUpdateInput!): TrialPayload!
      trialProgressUpdate(id: String!, input: ProgressInput!): TrialPayload!
      trialArchive(id: String!, ifSyncId: Float): ArchivePayload!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "trials", namespaces: ["default"] });
  const trial = dialect.kinds.find(({ name }) => name === "Trial");

  expect(trial).toMatchObject({
    scope: "namespaced",
    paths: { name: "title", namespace: "team.id", uid: "id", resourceVersion: "syncId" },
    operations: {
      create: [
        { arguments: { input: { teamId: "$namespace", title: "$name", $members: "$spec" } } },
      ],
      list: [{ arguments: { filter: { team: { id: { eq: "$namespace" } } } } }],
      delete: [{ arguments: { id: "$uid", ifSyncId: "$resourceVersion" } }],
    },
  });
});

const ovens = buildSchema(`
  type Query { oven(id: ID!): Oven  ovens(site: String!, token: String): OvenPage! }
  type OvenPage { items: [Oven!]! nextToken: String }
  type Oven { id: ID! site: String! title: String! rev: Int! recipe: Recipe! readings: Readings }
  type Recipe { program: String! celsius: Int! }
  input RecipeInput { program: String! celsius: Int! }
  type Readings { celsius: Float doorOpen: Boolean! }
  input ReadingsInput { celsius: Float doorOpen: Boolean! }
  type Mutation {
    install(site: String!, title: String!, recipe: RecipeInput!): Oven!
    adjust(id: ID!, rev: Int!, title: String, recipe: RecipeInput!): Oven!
    report(id: ID!, rev: Int!, readings: ReadingsInput!): Oven!
    scrap(id: ID!): ID!
  }
  type Subscription { ovenChanged(site: String!): Oven! }
`);

it("uses a value that every list requires as the namespace, although nothing else is fixed", () => {
  const { dialect } = inferDialect(ovens, { name: "ovens", namespaces: ["north"] });
  const [oven] = dialect.kinds;

  expect(oven?.paths).toMatchObject({ name: "title", namespace: "site", uid: "id" });
  expect(oven?.operations.list[0]?.arguments).toMatchObject({ site: "$namespace" });
  expect(oven?.operations.update[0]?.arguments).toMatchObject({ id: "$uid" });
  expect(oven?.operations.watch).toHaveLength(1);
});

function gliders(watched: string): GraphQLSchema {
  return buildSchema(`
      type Query { gliderById(id: ID!): Glider  gliders(club: String, registration: String): [Glider!]! }
      type Glider { id: ID! club: String! registration: String! edit: Int! rigging: Rigging! state: State }
      type Rigging { span: Float! }
      type State { minutes: Int }
      input RiggingInput { span: Float! }
      input StateInput { minutes: Int }
      type Mutation {
        registerGlider(club: String!, registration: String!, rigging: RiggingInput!): Glider!
        rerigGlider(id: ID!, edit: Int!, rigging: RiggingInput!): Glider!
        reportGlider(id: ID!, edit: Int!, state: StateInput!): Glider!
        withdrawGlider(id: ID!): Glider!
      }
      enum Change { INSERTED REVISED WITHDRAWN }
      type GliderChange { kind: Change! glider: Glider! }
      type Subscription { onGliderChanged(${watched}: String): GliderChange! }
    `);
}

describe("two immutable values that lists filter by", () => {
  it.each([
    ["club", "registration"],
    ["registration", "club"],
  ])("are the namespace %s, which watches also take, and the name %s", (namespace, name) => {
    const { dialect } = inferDialect(gliders(namespace), { name: "gliders" });

    expect(dialect.kinds[0]?.paths).toMatchObject({ name, namespace });
    expect(dialect.kinds[0]?.operations.watch[0]?.arguments).toEqual({ [namespace]: "$namespace" });
  });
});

it("does not take a name for a namespace because lists filter by it", () => {
  const schema = buildSchema(/* GraphQL */ `
    scalar DateTime
    type Turbine {
      id: ID!
      park: String!
      name: String!
      revision: String!
      settings: Settings!
      telemetry: Telemetry
    }
    type Settings {
      pitch: Float!
    }
    type Telemetry {
      rpm: Float
    }
    input SettingsInput {
      pitch: Float!
    }
    input TelemetryInput {
      rpm: Float
    }
    input TurbineWhere {
      name: String
      parkIn: [String]
    }
    type Query {
      turbine(id: ID!): Turbine
      turbines(where: TurbineWhere): [Turbine!]!
    }
    type Mutation {
      createTurbine(park: String!, name: String!, settings: SettingsInput!): Turbine
      updateTurbine(id: ID!, ifRevision: String, settings: SettingsInput!): Turbine
      updateTurbineTelemetry(id: ID!, ifRevision: String, telemetry: TelemetryInput!): Turbine
      deleteTurbine(id: ID!): Turbine
    }
  `);
  const [kind] = inferDialect(schema, { name: "turbines", namespaces: [] }).dialect.kinds;

  expect(kind?.paths).toMatchObject({ namespace: "park", name: "name", uid: "id" });
});
