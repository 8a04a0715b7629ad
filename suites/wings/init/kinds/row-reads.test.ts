import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

/** Reads and writes return rows, as in the result of a statement. */
function inferred(root: string, queries: string): KindDialect | undefined {
  const schema = buildSchema(`
    ${root}
    ${queries}
    type Mutation {
      enroll(hangar: String!, callsign: String!, mission: MissionIn!): Rows!
      retask(key: ID!, seq: Int!, mission: MissionIn!): Rows!
      report(key: ID!, seq: Int!, telemetry: TelemetryIn!): Rows!
      scrap(key: ID!, seq: Int): Rows!
    }
    type Rows { rows: [Drone!]! rowCount: Int! }
    type Drone {
      key: ID! hangar: String! callsign: String! seq: Int!
      mission: Mission! telemetry: Telemetry
    }
    type Mission { altitude: Int! payload: String }
    input MissionIn { altitude: Int! payload: String }
    type Telemetry { mode: String flights: Int }
    input TelemetryIn { mode: String flights: Int }
  `);
  return inferDialect(schema, { name: "fleet" }).dialect.kinds[0];
}

const found = { arguments: { hangar: "$namespace", callsign: "$name" }, result: "rows" };

it.each([
  {
    place: "in a group",
    root: "type Query { fleet: Fleet! }",
    queries: `type Fleet {
      drones(top: Int, skip: Int): Rows!
      pick(hangar: String!, callsign: String!): Rows!
    }`,
    read: "fleet.pick",
    list: "fleet.drones",
  },
  {
    place: "at the top, next to a list of a namespace",
    root: "",
    queries: `type Query {
      drone(hangar: String!, callsign: String!): Rows!
      drones(hangar: String!): Rows!
    }`,
    read: "drone",
    list: "drones",
  },
])("reads rows $place", ({ root, queries, read, list }) => {
  const kind = inferred(root, queries);

  expect(kind?.operations.read).toMatchObject([{ field: read, ...found }]);
  expect(kind?.operations.list).toMatchObject([{ field: list, items: "rows" }]);
  expect(kind?.operations.updateStatus).toMatchObject([{ id: "report", result: "rows" }]);
});

it("reads a plain list with one entry", () => {
  const kind = inferred(
    "",
    `type Query {
      drone(hangar: String!, callsign: String!): [Drone!]!
      drones(hangar: String!): [Drone!]!
    }`,
  );

  expect(kind?.operations.read).toMatchObject([{ field: "drone", ...found, result: "" }]);
  expect(kind?.operations.list).toMatchObject([{ field: "drones", items: "" }]);
});

it("takes the list of an owner for no read", () => {
  const kind = inferred("", "type Query { drones: Rows! dronesOf(hangar: String!): Rows! }");

  expect(kind).toBeUndefined();
});
