import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { misfitsIn } from "./misfits.ts";

const schema = buildSchema(`
  scalar Any
  enum State { IDLE RUNNING }
  input Report { state: State count: Int }
  type Query { report(version: Int!, report: Report, any: Any): Boolean }
`);

const document = `query($version: Int!, $report: Report, $any: Any) {
  report(version: $version, report: $report, any: $any)
}`;

describe("values that a schema rejects", () => {
  const misfits = misfitsIn(schema);

  it.each([
    {
      why: "all of it fits",
      variables: { version: 1, report: { state: "IDLE" }, any: { a: [1] } },
    },
    { why: "optional values are left out", variables: { version: 1 } },
    { why: "an optional value is null", variables: { version: 1, report: null } },
  ])("is nothing where $why", ({ variables }) => {
    expect(misfits.of(document, variables)).toBeUndefined();
  });

  it.each([
    { why: "a required value that is missing", variables: {}, text: '"Int!" was not provided' },
    { why: "a text for an Int", variables: { version: "1" }, text: "cannot represent non-integer" },
    {
      why: "a word that an enumeration lacks",
      variables: { version: 1, report: { state: "MELTED" } },
      text: '"MELTED" does not exist in "State"',
    },
    {
      why: "a property that an input type lacks",
      variables: { version: 1, report: { spec: 1 } },
      text: '"spec" is not defined by type "Report"',
    },
  ])("is $why", ({ variables, text }) => {
    expect(misfits.of(document, variables)).toContain(text);
  });

  it("is a document with a field that it lacks, and a text that is no document", () => {
    expect(misfits.of("{ nothing }", {})).toContain('Cannot query field "nothing"');
    expect(misfits.of("{", {})).toContain("Syntax Error");
  });

  it("is a wide integer, until the endpoint has accepted one", () => {
    const { of, ofAccepted } = misfitsIn(schema);
    const wide = { version: 1_795_370_269_643_250 };
    expect(of(document, wide)).toContain("cannot represent non 32-bit");
    ofAccepted(document, { version: 7 });
    expect(of(document, wide)).toContain("cannot represent non 32-bit");
    ofAccepted(document, wide);
    expect(of(document, wide)).toBeUndefined();
    expect(of(document, { ...wide, report: { count: 3_000_000_000 } })).toBeUndefined();
    expect(of(document, { ...wide, report: { state: "MELTED" } })).toContain("does not exist");
    expect(of(document, { version: 1.5 })).toContain("cannot represent non-integer");
  });

  it("is reported briefly, regardless of the size of the value", () => {
    const variables = { version: 1, report: { state: "x".repeat(10_000) } };

    expect(misfits.of(document, variables)?.length).toBeLessThan(400);
  });
});
