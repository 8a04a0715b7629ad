import { describe, expect, it } from "vitest";
import { sampleOf, simulationClasses, type Sample } from "./testing/classes.ts";
import { compareWithTrial } from "./testing/compare-with-trial.ts";
import { isLegalByTrial } from "./testing/oracle.ts";
import { shortcuts } from "./testing/shortcuts.ts";
import { judge, textOf } from "./testing/small-history.ts";

const runs = 20_000;

describe.each(["comparable", "opaque"] as const)("with %s versions", (versions) => {
  it(`agrees with trying every order on ${runs} random histories`, () => {
    const found = compareWithTrial(versions, { firstSeed: 1, runs });

    expect(found.disagreements.map(describeSample)).toEqual([]);
    expect(found.unsound.map(describeSample)).toEqual([]);
    expect(found.legal).toBeGreaterThan(runs / 2);
    expect(found.illegal).toBeGreaterThan(runs / 20);
    expect(found.undetermined).toBeLessThan(runs / 100);
    expect(found.undeterminedValid).toBeLessThan(runs / 1000);
  });
});

it.each([
  ["a delete that names the version of the creation, although others followed", 500_032_437],
])("agrees on %s", (_, seed) => {
  const { history } = sampleOf(seed, "opaque");

  expect(judge(history).verdict).not.toBe(isLegalByTrial(history) ? "illegal" : "legal");
});

it("shows a minimal part that is illegal even without the other times", () => {
  const witnesses = samples("opaque", 3000).flatMap(({ history }) =>
    judge(history).anomalies.map((anomaly) => anomaly.operations.length),
  );

  expect(witnesses.length).toBeGreaterThan(100);
  expect(Math.min(...witnesses)).toBe(1);
  expect(Math.max(...witnesses)).toBeLessThanOrEqual(8);
});

it("recognizes the same history if its lines have a different order", () => {
  const differing = samples("comparable", 1000).filter(({ history }) => {
    const reversed = { ...history, operations: history.operations.toReversed() };
    return judge(history).verdict !== judge(reversed).verdict;
  });

  expect(differing.map(describeSample)).toEqual([]);
});

describe("a checker that takes a shortcut differs from the real one", () => {
  const judged = [...samples("opaque", 1500), ...samples("comparable", 1500)].map((sample) => ({
    ...sample,
    verdict: judge(sample.history).verdict,
  }));

  it.each(shortcuts)("$name", ({ isLegal, isFalsePositive, misses }) => {
    const differing = judged.filter(
      ({ history, verdict }) =>
        verdict !== "undetermined" && isLegal(history) !== (verdict === "legal"),
    );
    // The oracle decides whether a history is legal, independently of the checker.
    const falsePositives = differing.filter(({ history }) => isLegalByTrial(history));

    expect({
      isFalsePositive: falsePositives.length > 0,
      misses: falsePositives.length < differing.length,
    }).toEqual({ isFalsePositive, misses });
  });
});

function samples(versions: "comparable" | "opaque", count: number): readonly Sample[] {
  return Array.from({ length: count }, (_, i) => sampleOf(1_000_000 + i, versions)).filter(
    ({ of }) => of !== simulationClasses.at(-1),
  );
}

function describeSample({ seed, of, variant, history }: Sample): string {
  return `seed ${seed} (${of.name}, ${variant})\n${textOf(history)}`;
}
