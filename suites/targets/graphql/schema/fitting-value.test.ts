import * as fc from "fast-check";
import { buildSchema, getOperationAST, getVariableValues, parse } from "graphql";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import { fittingVariables } from "./fitting-value.ts";

const schema = buildSchema(`
  directive @oneOf on INPUT_OBJECT
  scalar Any
  enum State { IDLE RUNNING }
  input Report { state: State!, count: Int = 3, tags: [String!], parent: Report, any: Any }
  input Pick @oneOf { first: Int, second: Int }
  type Query { report(version: Int!, report: Report, page: Int!, pick: Pick): Boolean }
`);

const operation = getOperationAST(
  parse(`query($version: Int!, $report: Report, $page: Int! = 1, $pick: Pick) {
    report(version: $version, report: $report, page: $page, pick: $pick)
  }`),
);
const definitions = operation?.variableDefinitions ?? [];
const fits = fittingVariables(schema, definitions);

function isAccepted(variables: JsonObject): boolean {
  return getVariableValues(schema, definitions, variables).errors === undefined;
}

describe("variables that fit", () => {
  it.each<{ readonly why: string; readonly variables: JsonObject }>([
    { why: "nothing optional is given", variables: { version: 1 } },
    { why: "optional values are null", variables: { version: 1, report: null, pick: null } },
    {
      why: "an input contains one of its own type",
      variables: { version: 1, report: { state: "IDLE", parent: { state: "RUNNING", tags: [] } } },
    },
    {
      why: "a scalar takes anything",
      variables: { version: 1, report: { state: "IDLE", any: [{ a: [null] }] } },
    },
  ])("are found where $why", ({ variables }) => {
    expect(fits(variables)).toBe(true);
    expect(isAccepted(variables)).toBe(true);
  });

  it("are accepted by GraphQL, regardless of their values", () => {
    const leaf = fc.constantFrom<JsonValue>(0, 1.5, 3_000_000_000, "IDLE", null);
    const one = fc.oneof(leaf, fc.array(leaf, { maxLength: 2 }));
    const { report } = fc.letrec<{ readonly report: JsonObject }>((tie) => ({
      report: fc.record(
        {
          state: fc.constantFrom("IDLE", "MELTED", null),
          count: leaf,
          tags: one,
          any: one,
          strange: leaf,
          parent: tie("report"),
        },
        { requiredKeys: ["state"] },
      ),
    }));
    const pick = fc.record({ first: leaf, second: leaf }, { requiredKeys: [] });
    const variables = fc.record(
      { version: fc.constantFrom(1, null), report, page: leaf, pick },
      { requiredKeys: ["version"] },
    );
    let found = 0;
    fc.assert(
      fc.property(variables, (given) => {
        if (!fits(given)) return;
        found += 1;
        expect(isAccepted(given)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
    expect(found).toBeGreaterThan(10);
  });
});
