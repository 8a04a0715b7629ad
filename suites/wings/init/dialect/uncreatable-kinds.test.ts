import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { missingEntries, openStatements, settleDialect } from "./gaps.ts";
import { withoutUncreatable } from "./uncreatable-kinds.ts";

const schema = buildSchema(`
  type Probe { id: ID! name: String! version: Int! period: Int! mode: String! }
  type ProbeState { probeId: ID! version: Int! depth: Int salinity: Float }
  input ProbeInput { period: Int! mode: String! }
  input ProbeStateInput { depth: Int salinity: Float }
  type Query {
    probe(id: ID!): Probe
    probeByName(name: String!): Probe
    probes: [Probe!]!
    probeState(probeId: ID!): ProbeState
    probeStates: [ProbeState!]!
  }
  type Mutation {
    createProbe(name: String!, probe: ProbeInput!): Probe!
    updateProbe(id: ID!, version: Int!, probe: ProbeInput!): Probe!
    setProbeState(probeId: ID!, version: Int!, state: ProbeStateInput!): ProbeState!
    deleteProbe(id: ID!): ID!
  }
`);

const settled = settleDialect(schema, inferDialect(schema, { name: "probes" }));

it("describes the other kinds if nothing creates the objects of one kind", () => {
  const { inference, gaps } = withoutUncreatable(settled);

  expect(inference.dialect.kinds.map(({ name }) => name)).toEqual(["Probe"]);
  expect(openStatements(schema, inference.dialect)).toEqual([]);
  const gap = gaps.find(({ place }) => place === "kinds.ProbeState");
  expect(gap?.problem).toContain("no mutation creates its objects");
  expect(gap?.stub).toContain("      setProbeState:");
  expect(missingEntries(schema, inference.dialect, gaps).map(({ problem }) => problem)).toContain(
    "setProbeState writes a ProbeState, which probeState returns, but Probe has no field of this type; the suite reads the status together with the spec, so add such a field to the API",
  );
});

it("keeps a kind that the user requested", () => {
  expect(withoutUncreatable(settled, ["ProbeState"])).toBe(settled);
});
