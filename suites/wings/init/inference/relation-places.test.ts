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
