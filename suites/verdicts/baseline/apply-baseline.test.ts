import { describe, expect, it } from "vitest";
import {
  baseline,
  baselineRows,
  baselineRun,
  entry,
  line,
  violation,
} from "../testing/baseline-rows.ts";
import { baselineSelections } from "../testing/baseline-selections.ts";
import { applyBaseline } from "./apply-baseline.ts";
import { beforeBaseline } from "./baseline-entries.ts";
import { fingerprintOf } from "./fingerprint.ts";

describe("a baseline", () => {
  it.each([...baselineRows, ...baselineSelections])("meets $name", (row) => {
    const outcome = applyBaseline(row.lines, row.baseline, { ...baselineRun, ...row.run });
    expect(outcome.lines.map(({ verdict }) => verdict)).toEqual(row.verdicts);
    expect(outcome.problems.map(({ problem }) => problem)).toEqual(row.problems);
    // The verdict before applying the baseline must be preserved.
    expect(outcome.lines.map((of) => beforeBaseline(of).verdict)).toEqual(
      row.lines.map(({ verdict }) => verdict),
    );
  });

  it("states why a failure is expected, and until when", () => {
    const failures = [entry({ issue: "https://example.invalid/1", expires: "2026-12-31" })];
    const { lines } = applyBaseline([line("fail")], baseline({ failures }), baselineRun);
    expect(lines[0]?.reason).toBe(
      "expected by the baseline: known (https://example.invalid/1, until 2026-12-31)",
    );
  });

  it("names the fingerprint of an unknown failure", () => {
    const finding = violation({ actual: "an event without a version" });
    const { lines } = applyBaseline(
      [line("fail", { findings: [finding] })],
      baseline(),
      baselineRun,
    );
    expect(lines[0]?.reason).toContain(fingerprintOf(finding, baselineRun.kinds));
  });
});
