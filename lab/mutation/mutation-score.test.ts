import { describe, expect, it } from "vitest";
import { describeTally, describeTotal } from "./describe-tally.ts";
import { leftOut } from "./sample.ts";
import { scoreOf, tallyOf } from "./mutation-score.ts";
import type { MutantStatus, TriedMutant } from "./mutation-score.ts";

function mutant(status: MutantStatus, more: Partial<TriedMutant> = {}): TriedMutant {
  return { file: "a.ts", line: 7, was: "if (a) {", becomes: "if (true) {", status, ...more };
}

const because = "both are the same";
const explanation = { file: "a.ts", was: "if (a) {", becomes: "if (false) {", because };
const explainable = { becomes: "if (false) {" };

describe("a tally", () => {
  it("counts killed mutants among those that could run", () => {
    const tally = tallyOf(
      [
        mutant("Killed"),
        mutant("Killed"),
        mutant("Timeout"),
        mutant("Survived"),
        mutant("NoCoverage", { line: 9 }),
        mutant("CompileError", { reason: "error TS1" }),
        mutant("CompileError", { reason: leftOut }),
        mutant("Ignored", { reason: "drives a target" }),
      ],
      [],
    );

    expect(tally).toMatchObject({
      mutants: 5,
      killed: 3,
      timedOut: 1,
      explained: 0,
      notCompiling: 1,
      leftOut: 1,
      failed: 0,
      stale: [],
    });
    expect(tally.survivors.map(({ line }) => line)).toEqual([7, 9]);
    expect(scoreOf(tally)).toBe(60);
  });

  it("excludes explained mutants from the score", () => {
    const tally = tallyOf([mutant("Killed"), mutant("Survived", explainable)], [explanation]);

    expect(tally).toMatchObject({ mutants: 2, explained: 1, survivors: [], stale: [] });
    expect(scoreOf(tally)).toBe(100);
  });

  it.each([
    { why: "was killed", mutants: [mutant("Killed", explainable)], stale: [explanation] },
    { why: "is no longer generated", mutants: [mutant("Killed")], stale: [explanation] },
    {
      why: "is in a file that was not tested",
      mutants: [mutant("Killed", { file: "b.ts" })],
      stale: [],
    },
    {
      why: "is outside the sample",
      mutants: [mutant("CompileError", { ...explainable, reason: leftOut })],
      stale: [],
    },
  ])("an explanation of a mutant that $why: $stale.length out of date", ({ mutants, stale }) => {
    expect(tallyOf(mutants, [explanation]).stale).toEqual(stale);
  });

  it("is 0 if no mutant was run", () => {
    expect(scoreOf(tallyOf([mutant("CompileError")], []))).toBe(0);
  });

  it("counts mutants with which the tests could not run separately", () => {
    const tally = tallyOf([mutant("Killed"), mutant("RuntimeError")], []);

    expect(tally).toMatchObject({ mutants: 1, failed: 1 });
    expect(describeTotal([{ name: "verdict", tally, minutes: 1 }])).toContain(
      "verdict: the tests could not run with 1 mutants",
    );
  });
});

describe("the report of a tally", () => {
  const tally = tallyOf(
    [mutant("Killed"), mutant("Survived"), mutant("CompileError", { reason: leftOut })],
    [explanation],
  );

  it("shows survivors and outdated explanations", () => {
    expect(describeTally({ name: "verdict", tally, minutes: 1.25 })).toBe(
      [
        "",
        "verdict: 50.0 %",
        "  Survived a.ts:7",
        "    was     if (a) {",
        "    becomes if (true) {",
        "  explained, but killed or no longer generated: a.ts",
        "    was     if (a) {",
        "    becomes if (false) {",
        "",
      ].join("\n"),
    );
  });

  it("shows the confidence interval of a sample", () => {
    const text = describeTotal([{ name: "verdict", tally, minutes: 1.25 }]);

    expect(text).toContain("| verdict | 2 | 1 | 0 | 0 | 1 | 50.0 % | 1.3 min |");
    expect(text).toContain("1 were not run, so the score of all mutants is between 9.5 and 90.5 %");
  });
});
