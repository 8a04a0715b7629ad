import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import type { Dialect } from "#targets/graphql";
import { settleDialect } from "./gaps.ts";
import { inferDialect } from "../kinds/infer-dialect.ts";

function vats(condition: string, input: string): { dialect: Dialect; gaps: readonly string[] } {
  const schema = buildSchema(/* GraphQL */ `
    type Query { vat(tag: String!): Vat vats: [Vat!]! }
    type Vat { tag: String! version: Int! recipe: Recipe! gauge: Gauge }
    type Recipe { grape: String! } input RecipeInput { grape: String! }
    type Gauge { sugar: Int probes: [Probe!] conditions: [Condition!] }
    input GaugeInput { sugar: Int probes: [ProbeInput!] conditions: [ConditionInput!] }
    type Condition { ${condition} } input ConditionInput { ${input} }
    type Probe { id: ID! depth: Int! } input ProbeInput { depth: Int! }
    type Mutation {
      fillVat(tag: String!, recipe: RecipeInput!): Vat!
      adjustVat(tag: String!, version: Int!, recipe: RecipeInput!): Vat!
      gaugeVat(tag: String!, version: Int!, gauge: GaugeInput!): Vat!
      emptyVat(tag: String!): Boolean!
    }
  `);
  const { inference, gaps } = settleDialect(
    schema,
    inferDialect(schema, { name: "vats", namespaces: [] }),
  );
  return { dialect: inference.dialect, gaps: gaps.map(({ place }) => place) };
}

const whole = "type: String! status: String! reason: String message: String";

describe("conditions whose time no write contains", () => {
  it.each([
    { time: "lastTransitionTime: String!", members: undefined },
    { time: "since: String!", members: { lastTransitionTime: "since" } },
  ])("are written and read without it: $time", ({ time, members }) => {
    const { dialect, gaps } = vats(`${whole} ${time}`, whole);
    const [kind] = dialect.kinds;

    expect(gaps).toEqual([]);
    expect(kind?.conditions).toEqual({
      ...(members === undefined ? {} : { members }),
      time: "server",
    });
    expect(kind?.samples.statuses[0]?.["conditions"]).toEqual([
      { type: "Ready", status: "False", reason: "Waiting", message: "sample 1" },
    ]);
  });

  it("are usual if they have no time at all, or if writes contain it", () => {
    const timed = `${whole} lastTransitionTime: String!`;
    expect(vats(whole, whole).dialect.kinds[0]?.conditions).toBeUndefined();
    expect(vats(timed, timed).dialect.kinds[0]?.conditions).toBeUndefined();
  });

  it("contain only the fields that writes may contain", () => {
    const { dialect, gaps } = vats(
      "type: String! status: String!",
      "type: String! status: String!",
    );
    expect(gaps).toEqual([]);
    expect(dialect.kinds[0]?.samples.statuses[0]?.["conditions"]).toEqual([
      { type: "Ready", status: "False" },
    ]);
  });
});

describe("status fields that objects show with more fields than writes contain", () => {
  it("are no part of the status, because checks would report these fields as values of no client", () => {
    const [kind] = vats(whole, whole).dialect.kinds;
    expect(kind?.paths.status).toEqual({ sugar: "gauge.sugar", conditions: "gauge.conditions" });
    expect(Object.keys(kind?.samples.statuses[0] ?? {})).toEqual(["sugar", "conditions"]);
  });
});
