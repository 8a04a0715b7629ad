import { describe, expect, it } from "vitest";
import { baseline, baselineRows, baselineRun, entry, line } from "../testing/baseline-rows.ts";
import { baselineSelections } from "../testing/baseline-selections.ts";
import { applyBaseline } from "./apply-baseline.ts";
import { updateBaseline } from "./update-baseline.ts";

describe("an updated baseline", () => {
  it.each([...baselineRows, ...baselineSelections])("makes $name green", (row) => {
    const facts = { ...baselineRun, ...row.run };
    const renewed = updateBaseline({
      profile: "graphql-status/v1",
      lines: row.lines,
      previous: row.baseline,
      run: facts,
    });
    const { lines, problems } = applyBaseline(row.lines, renewed, facts);
    expect(problems).toEqual([]);
    expect(lines.map(({ verdict }) => verdict)).not.toContain("fail");
  });

  it("keeps the text of entries that still apply, and drops others", () => {
    const failures = [entry({ issue: "https://example.invalid/1" }), entry({ kind: "Bucket" })];
    const renewed = updateBaseline({
      profile: "graphql-status/v1",
      lines: [line("fail")],
      previous: baseline({ failures }),
      run: baselineRun,
    });
    expect(renewed.failures).toEqual([entry({ issue: "https://example.invalid/1" })]);
  });
});
