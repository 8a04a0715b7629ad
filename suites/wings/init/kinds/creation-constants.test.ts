import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function kindOf(sdl: string): KindDialect {
  const schema = buildSchema(sdl);
  const { dialect } = inferDialect(schema, { name: "test", namespaces: ["north"] });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  const [kind] = dialect.kinds;
  if (kind === undefined) throw new Error("no kind");
  return kind;
}

const turbines = (fields: string, registration: string, revision: string): string => /* GraphQL */ `
  type Turbine { farm: String! callSign: String! gid: ID! etag: String! ${fields} observation: Observation }
  type Observation { rpm: Int faults: [String!] }
  input ObservationInput { rpm: Int faults: [String!] }
  input Key { farm: String! callSign: String! }
  ${registration}
  ${revision}
  type Query { turbine(key: Key!): Turbine turbines(farm: String!): [Turbine!]! }
  type Mutation {
    registerTurbine(turbine: Registration!): Turbine!
    reviseTurbine(key: Key!, ifMatch: String, revision: Revision!): Turbine!
    observeTurbine(key: Key!, ifMatch: String!, observation: ObservationInput!): Turbine!
    scrapTurbine(key: Key!, ifMatch: String): Turbine!
  }
`;

describe("fields that only creations accept", () => {
  it("have the same value in every object, and are not part of the spec", () => {
    const kind = kindOf(
      turbines(
        "model: String! blades: Int! height: Float! note: String",
        "input Registration { farm: String! callSign: String! model: String! blades: Int! height: Float! note: String }",
        "input Revision { height: Float note: String }",
      ),
    );
    expect(kind.paths.spec).toEqual({ height: "height", note: "note" });
    expect(kind.operations.create[0]?.arguments).toEqual({
      turbine: {
        farm: "$namespace",
        callSign: "$name",
        model: "model-a",
        blades: 1,
        $members: "$spec",
      },
    });
    expect(kind.operations.update[0]?.arguments["revision"]).toEqual({ $members: "$spec" });
    expect(kind.samples.specs[1]).toEqual({ height: 2.5, note: "note-b" });
  });

  it("are recognized next to the object that contains the other fields", () => {
    const kind = kindOf(
      turbines(
        "type: String! height: Float! note: String",
        `input Registration { type: String = "turbines" attributes: Attributes! }
         input Attributes { farm: String! callSign: String! height: Float! note: String }`,
        "input Revision { attributes: Changes! } input Changes { height: Float note: String }",
      ),
    );
    expect(kind.paths.spec).toEqual({ height: "height", note: "note" });
    expect(kind.operations.create[0]?.arguments).toEqual({
      turbine: { attributes: { farm: "$namespace", callSign: "$name", $members: "$spec" } },
    });
  });

  it("are recognized in a spec that is an object", () => {
    const kind = kindOf(
      turbines(
        "plan: Plan!",
        "type Plan { model: String! height: Float! } input PlanInput { model: String! height: Float! } input Registration { farm: String! callSign: String! plan: PlanInput! }",
        "input PlanChange { height: Float } input Revision { plan: PlanChange! }",
      ),
    );
    expect(kind.paths.spec).toEqual({ height: "plan.height" });
    expect(kind.operations.create[0]?.arguments["turbine"]).toMatchObject({
      plan: { model: "model-a", $members: "$spec" },
    });
  });
});

describe("a status that consists of one list", () => {
  it("is an object with that list", () => {
    const kind = kindOf(/* GraphQL */ `
      type Beacon {
        slug: String!
        harbour: String!
        serial: ID!
        stamp: String!
        colour: String!
        readings: [Reading!]!
      }
      type Reading {
        key: String!
        value: String!
      }
      input ReadingInput {
        key: String!
        value: String!
      }
      type Query {
        beacon(harbour: String!, slug: String!): Beacon
        beacons(harbour: String!): [Beacon!]!
      }
      type Mutation {
        commission(harbour: String!, slug: String!, colour: String!): Beacon!
        repaint(harbour: String!, slug: String!, stamp: String, colour: String!): Beacon!
        logReadings(
          harbour: String!
          slug: String!
          stamp: String!
          readings: [ReadingInput!]!
        ): Beacon!
        withdraw(harbour: String!, slug: String!): Beacon!
      }
    `);
    expect(kind.paths.status).toEqual({ readings: "readings" });
    expect(kind.samples.statuses[0]).toEqual({ readings: [{ key: "key-a", value: "value-a" }] });
  });
});
