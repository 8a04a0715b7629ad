import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function kindIn(sdl: string): KindDialect | undefined {
  const schema = buildSchema(sdl);
  const { dialect } = inferDialect(schema, { name: "keys" });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  return dialect.kinds.find(({ name }) => name === "Pump");
}

it.each([
  { key: "ID", title: "title: String!", place: "site.id" },
  { key: "String", title: "slug: String! title: String!", place: "site.slug" },
])("uses the owner as the namespace if calls name it by its relation: $place", (given) => {
  const kind = kindIn(`
    type Query {
      pump(site: ${given.key}!, code: String!): Pump
      pumps(site: ${given.key}!, offset: Int, limit: Int): Pumps!
      sites: [Site!]!
    }
    type Site { id: ID! ${given.title} }
    type Pumps { results: [Pump!]! total: Int! }
    type Pump {
      id: ID! site: Site! code: String! version: String!
      config: Config! schedule: Schedule health: Health metrics: Metrics
    }
    type Config { rpm: Int! }
    type Schedule { cron: String }
    type Health { state: String }
    type Metrics { litres: Int }
    input ConfigInput { rpm: Int! }
    input ScheduleInput { cron: String }
    input HealthInput { state: String }
    input MetricsInput { litres: Int }
    type Mutation {
      installPump(
        site: ${given.key}!, code: String!, config: ConfigInput!, schedule: ScheduleInput
      ): Pump!
      configurePump(
        site: ${given.key}!, code: String!, version: String!
        config: ConfigInput, schedule: ScheduleInput
      ): Pump!
      reportHealth(site: ${given.key}!, code: String!, version: String!, health: HealthInput!): Pump!
      reportMetrics(
        site: ${given.key}!, code: String!, version: String!, metrics: MetricsInput!
      ): Pump!
      scrapPump(site: ${given.key}!, code: String!): Boolean!
    }
  `);

  expect(kind?.scope).toBe("namespaced");
  expect(kind?.paths).toMatchObject({
    namespace: given.place,
    name: "code",
    spec: { config: "config", schedule: "schedule" },
    status: { health: "health", metrics: "metrics" },
  });
  expect(kind?.operations.read).toMatchObject([{ arguments: { site: "$namespace" } }]);
  expect(kind?.operations.updateStatus.map(({ field }) => field)).toEqual([
    "reportHealth",
    "reportMetrics",
  ]);
  expect(kind?.operations.delete).toMatchObject([{ field: "scrapPump" }]);
});

it("sends the expected version in an object that resembles the metadata", () => {
  const kind = kindIn(`
    type Query { pump(key: KeyInput!): Pump pumps: [Pump!]! }
    input KeyInput { zone: String! name: String! }
    type Pump { key: Key! meta: Meta! settings: [Setting!]! readings: [Reading!]! phase: String }
    type Key { zone: String! name: String! }
    type Meta {
      id: ID! version: String! generation: Int! observedGeneration: Int createdBy: String
      created: String!
    }
    type Setting { key: String! value: String! }
    type Reading { sensor: String! value: Float! }
    input SettingInput { key: String! value: String! }
    input ReadingInput { sensor: String! value: Float! }
    input Expect { version: String }
    type Mutation {
      pumpCreate(key: KeyInput!, settings: [SettingInput!]!): Pump!
      pumpConfigure(key: KeyInput!, expect: Expect!, settings: [SettingInput!]!): Pump!
      pumpReport(
        key: KeyInput!, expect: Expect!, readings: [ReadingInput!]!, phase: String
      ): Pump!
      pumpDelete(key: KeyInput!, expect: Expect): Boolean!
    }
  `);

  const expected = { expect: { version: "$resourceVersion" } };
  expect(kind?.paths).toMatchObject({
    resourceVersion: "meta.version",
    spec: { settings: "settings" },
    status: { readings: "readings", phase: "phase" },
  });
  expect(kind?.operations).toMatchObject({
    update: [{ field: "pumpConfigure", arguments: expected }],
    updateStatus: [{ field: "pumpReport", arguments: expected }],
    delete: [{ field: "pumpDelete", arguments: expected }],
  });
});

it("uses a constant for an owner around the owner that objects contain", () => {
  const kind = kindIn(`
    type Query { organization(login: String!): Organization }
    type Organization { project(slug: String!): Project }
    type Project { slug: String! pump(name: String!): Pump pumps(first: Int, after: String): Pumps! }
    type Pumps { nodes: [Pump!]! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Pump { id: ID! name: String! project: Project! etag: String! want: Want! state: State }
    type Want { rpm: Int! }
    type State { phase: String }
    input PumpKey { organization: String! project: String! name: String! }
    input WantInput { rpm: Int! }
    input StateInput { phase: String }
    type Mutation {
      pumpCreate(key: PumpKey!, want: WantInput!): Pump!
      pumpUpdate(key: PumpKey!, etag: String!, want: WantInput!): Pump!
      pumpReport(key: PumpKey!, etag: String!, state: StateInput!): Pump!
      pumpDelete(key: PumpKey!): Boolean!
    }
    type Subscription { pumpEvents(organization: String!, project: String!): PumpEvent! }
    type PumpEvent { kind: String! cursor: String! pump: Pump! }
  `);

  const key = { organization: "default", project: "$namespace", name: "$name" };
  expect(kind?.paths.namespace).toBe("project.slug");
  expect(kind?.operations).toMatchObject({
    create: [{ arguments: { key } }],
    read: [{ arguments: { login: "default", slug: "$namespace", name: "$name" } }],
    updateStatus: [{ arguments: { key } }],
    // The position of an event is not its type.
    watch: [
      {
        arguments: { organization: "default", project: "$namespace" },
        type: { path: "kind" },
        cursor: "cursor",
      },
    ],
  });
});

it("writes a status in a list with the name of the status", () => {
  const kind = kindIn(`
    type Query { pump(id: ID!): Pump pumps: [Pump!]! }
    type Pump { id: ID! label: String! rowVersion: String! target: Target! telemetry: Telemetry }
    type Target { rpm: Int! }
    type Telemetry { flow: Int }
    input TargetInput { rpm: Int! }
    input TelemetryInput { flow: Int }
    input NewPump { label: String! target: TargetInput! }
    input PumpTarget { id: ID! rowVersion: String! target: TargetInput! }
    input PumpTelemetry { id: ID! rowVersion: String! telemetry: TelemetryInput! }
    input PumpReference { id: ID! rowVersion: String }
    type Payload { pumps: [Pump!]! }
    type Mutation {
      addPumps(pumps: [NewPump!]!): Payload!
      setTargets(targets: [PumpTarget!]!): Payload!
      pushTelemetry(telemetry: [PumpTelemetry!]!): Payload!
      removePumps(pumps: [PumpReference!]!): Payload!
    }
  `);

  expect(kind?.paths).toMatchObject({ spec: "target", status: "telemetry" });
  expect(kind?.operations.updateStatus).toMatchObject([
    {
      field: "pushTelemetry",
      arguments: {
        telemetry: { id: "$uid", rowVersion: "$resourceVersion", telemetry: "$status" },
      },
    },
  ]);
});

it("takes no kind of an object for the type of an event", () => {
  const kind = kindIn(`
    type Query {
      pump(name: String!): Pump pumps: [Pump!]!
      valve(name: String!): Valve valves: [Valve!]!
    }
    type Pump { id: ID! name: String! version: String! want: Want! state: State }
    type Valve { id: ID! name: String! version: String! want: Want! state: State }
    type Want { rpm: Int! }
    type State { phase: String }
    input WantInput { rpm: Int! }
    input StateInput { phase: String }
    type Mutation {
      createPump(name: String!, want: WantInput!): Pump!
      updatePump(name: String!, version: String!, want: WantInput!): Pump!
      reportPump(name: String!, version: String!, state: StateInput!): Pump!
      createValve(name: String!, want: WantInput!): Valve!
      updateValve(name: String!, version: String!, want: WantInput!): Valve!
      reportValve(name: String!, version: String!, state: StateInput!): Valve!
    }
    type Subscription { events: Event! }
    union Content = Pump | Valve
    type Event { kind: String! cursor: String! content: Content! }
  `);

  expect(kind?.operations.watch.filter(({ type }) => type?.path === "kind")).toEqual([]);
});

it("tells the id of an owner from the id of an object without one", () => {
  const kind = kindIn(`
    type Query {
      pump(site: ID!, code: String!): Pump pumps(site: ID): [Pump!]!
      site(id: ID!): Site sites: [Site!]!
    }
    type Site { id: ID! title: String! pumps: [Pump!]! }
    type Pump { site: Site! code: String! version: String! changed: DateTime! want: Want! state: State }
    scalar DateTime
    type Want { rpm: Int! }
    type State { phase: String }
    input WantInput { rpm: Int! }
    input StateInput { phase: String }
    type Mutation {
      createPump(site: ID!, code: String!, want: WantInput!): Pump!
      updatePump(site: ID!, code: String!, version: String!, want: WantInput!): Pump!
      reportPump(site: ID!, code: String!, version: String!, state: StateInput!): Pump!
      scrapPump(site: ID!, code: String!): Boolean!
    }
  `);

  expect(kind?.paths).toMatchObject({ namespace: "site.id", name: "code", spec: "want" });
  // The time of the last change is no creation time.
  expect(kind?.paths.creationTimestamp).toBeUndefined();
  expect(kind?.operations).toMatchObject({
    updateStatus: [{ arguments: { site: "$namespace", state: "$status" } }],
    delete: [{ field: "scrapPump", arguments: { site: "$namespace", code: "$name" } }],
  });
});
