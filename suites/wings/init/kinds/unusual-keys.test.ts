import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

describe("a schema of commands that return receipts", () => {
  const schema = buildSchema(`
    type Query {
      pump(pumpId: ID!): PumpView
      pumpByTag(station: String!, tag: String!): PumpView
      pumps(station: String, skip: Int! = 0, take: Int! = 100): PumpPage!
    }
    type PumpPage { items: [PumpView!]! total: Int! }
    type PumpView {
      pumpId: ID! station: String! tag: String! revision: Int! planNumber: Int!
      setPoint: SetPoint! observation: Observation
    }
    type SetPoint { litresPerMinute: Int! remark: String }
    type Observation { mode: String flow: Int }
    input SetPointInput { litresPerMinute: Int! remark: String }
    input ObservationInput { mode: String flow: Int }
    input EnrollPump { station: String! tag: String! setPoint: SetPointInput! }
    input PlanPump { pumpId: ID! expectedRevision: Int! setPoint: SetPointInput! }
    input ObservePump { pumpId: ID! expectedRevision: Int! observation: ObservationInput! }
    input ScrapPump { pumpId: ID! }
    union CommandResult = Receipt | Rejection
    type Receipt { commandId: ID! pumpId: ID! revision: Int! }
    type Rejection { ground: String! text: String! }
    type Mutation {
      enrollPump(command: EnrollPump!): CommandResult!
      planPump(command: PlanPump!): CommandResult!
      observePump(command: ObservePump!): CommandResult!
      scrapPump(command: ScrapPump!): CommandResult!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "pumps", namespaces: ["north"] });
  const [pump] = dialect.kinds;

  it("has an id that the server assigns, although its name starts with the kind", () => {
    expect(pump?.paths).toMatchObject({
      uid: "pumpId",
      name: "tag",
      namespace: "station",
      resourceVersion: "revision",
      spec: "setPoint",
      status: "observation",
    });
  });

  it("has an operation for each command", () => {
    const { create, update, updateStatus, delete: remove } = pump?.operations ?? {};
    const found = { pumpId: "$uid", expectedRevision: "$resourceVersion" };

    expect(create?.map(({ arguments: tree }) => tree)).toEqual([
      { command: { station: "$namespace", tag: "$name", setPoint: "$spec" } },
    ]);
    expect(update?.map(({ arguments: tree }) => tree)).toEqual([
      { command: { ...found, setPoint: "$spec" } },
    ]);
    expect(updateStatus?.map(({ arguments: tree }) => tree)).toEqual([
      { command: { ...found, observation: "$status" } },
    ]);
    expect(remove?.map(({ arguments: tree }) => tree)).toEqual([{ command: { pumpId: "$uid" } }]);
    expect(prepareDialect(schema, dialect).problems).toEqual([]);
  });
});

describe("a schema that is generated from tables", () => {
  const schema = buildSchema(`
    scalar uuid
    scalar bigint
    type query_root {
      zone(where: zone_bool_exp, limit: Int, offset: Int): [zone!]!
      zone_by_pk(id: uuid!): zone
    }
    schema { query: query_root mutation: mutation_root }
    type zone {
      id: uuid! farm: String! slug: String! revision: bigint!
      litres_per_hour: Int! crop: String report: zone_report
    }
    type zone_report { zone_id: uuid! phase: String moisture: Int }
    input text_comparison { _eq: String _in: [String!] }
    input uuid_comparison { _eq: uuid }
    input zone_bool_exp { _and: [zone_bool_exp!] id: uuid_comparison farm: text_comparison slug: text_comparison }
    input zone_insert_input { id: uuid farm: String slug: String litres_per_hour: Int crop: String }
    input zone_set_input { litres_per_hour: Int crop: String }
    input zone_pk_columns_input { id: uuid! }
    input zone_report_set_input { phase: String moisture: Int }
    input zone_report_pk_columns_input { zone_id: uuid! }
    type mutation_root {
      insert_zone_one(object: zone_insert_input!): zone
      update_zone_by_pk(pk_columns: zone_pk_columns_input!, _set: zone_set_input, if_revision: bigint!): zone
      update_zone_report_by_pk(
        pk_columns: zone_report_pk_columns_input!, _set: zone_report_set_input, if_revision: bigint!
      ): zone
      delete_zone_by_pk(id: uuid!): zone
    }
  `);
  const { dialect } = inferDialect(schema, { name: "zones", namespaces: ["north"] });
  const [zone] = dialect.kinds;

  it("has names that every object has, although a creation may omit them", () => {
    expect(zone?.paths).toMatchObject({
      uid: "id",
      name: "slug",
      namespace: "farm",
      resourceVersion: "revision",
    });
    expect(zone?.operations.create[0]?.arguments).toMatchObject({
      object: { farm: "$namespace", slug: "$name" },
    });
  });

  it("finds a status in a table of its own by the id of its owner", () => {
    expect(zone?.operations.updateStatus).toMatchObject([
      {
        arguments: {
          pk_columns: { zone_id: "$uid" },
          _set: "$status",
          if_revision: "$resourceVersion",
        },
      },
    ]);
    expect(prepareDialect(schema, dialect).problems).toEqual([]);
  });
});

describe("a schema whose objects are found by a global id, as their owners are", () => {
  const schema = buildSchema(`
    type Query { kiosk(id: ID!): Kiosk kiosks(storeId: ID): [Kiosk!]! }
    type Store { id: ID! handle: String! }
    type Kiosk {
      id: ID! handle: String! store: Store! lockVersion: Int! config: Config! telemetry: Telemetry
    }
    type Config { screenMinutes: Int! } input ConfigInput { screenMinutes: Int! }
    type Telemetry { queueLength: Int } input TelemetryInput { queueLength: Int }
    type Mutation {
      kioskCreate(storeId: ID!, handle: String!, config: ConfigInput!): Kiosk
      kioskUpdate(id: ID!, lockVersion: Int!, config: ConfigInput!): Kiosk
      kioskRecord(id: ID!, lockVersion: Int!, telemetry: TelemetryInput!): Kiosk
      kioskDelete(id: ID!): ID
    }
  `);

  it("has arguments for its own id, which is not that of the owner", () => {
    const { dialect } = inferDialect(schema, { name: "kiosks", namespaces: ["s1"] });
    const [kiosk] = dialect.kinds;

    expect(kiosk?.paths).toMatchObject({ uid: "id", name: "handle", namespace: "store.id" });
    expect(kiosk?.operations.read[0]?.arguments).toEqual({ id: "$uid" });
    expect(kiosk?.operations.delete[0]?.arguments).toEqual({ id: "$uid" });
    expect(kiosk?.operations.create[0]?.arguments).toMatchObject({
      storeId: "$namespace",
      handle: "$name",
    });
  });
});
