import { expect, it } from "vitest";
import { limits } from "#contract";
import { usualBudget } from "#harness";
import type { Fault } from "#reference";
import type { CaseFinding, RecordLine } from "#verdicts";
import { checkReference } from "../../bin/reach/compose.ts";
import { acceptingStale } from "../../reference/faults/fault-parts.ts";
import { excludedRate } from "../../reports/report/excluded-rate.ts";
import { Random } from "../../suites/checker/testing/random-source.ts";

const operations = 1_500;
const runs = 20;

/** Accepts each stale write with the same probability, regardless of the others. */
function acceptingOneIn(count: number, seed: number): Fault {
  return {
    name: "stale-write-accepted-by-chance",
    summary: "Stale writes are accepted by chance.",
    phase: "history",
    breaks: ["concurrency.one-winner"],
    change: (rules) => {
      const random = new Random(seed);
      return { precondition: acceptingStale(rules, () => random.below(count) === 0) };
    },
  };
}

async function found(seed: number, faults: readonly Fault[]): Promise<readonly CaseFinding[]> {
  const findings: CaseFinding[] = [];
  await checkReference({
    faults,
    selection: { only: ["histories/hot-objects"], skip: [] },
    seed,
    proofBudget: { ...usualBudget, operations },
    limits: { ...limits, caseMs: limits.caseMs * 20 },
    keepObjects: true,
    emit: (line: RecordLine) => {
      if (line.line === "case") findings.push(...line.findings);
    },
  });
  return findings;
}

it("detects a fault with the excluded rate in 95 of 100 runs", async () => {
  const passed = { requirement: "concurrency.one-winner", verdict: "pass" } as const;
  const clean = (await found(1, [])).filter(
    ({ requirement }) => requirement === passed.requirement,
  );
  const oneIn = excludedRate(passed, clean)?.oneIn ?? Infinity;
  let seen = 0;
  for (let seed = 1; seed <= runs; seed += 1) {
    const findings = await found(seed, [acceptingOneIn(oneIn, seed)]);
    if (findings.some(({ result }) => result === "violated")) seen += 1;
  }

  // If each fault is detected with a probability of 95 %, the probability that fewer than 15 of 20 are detected is
  // about 1 in 3,000.
  expect(seen).toBeGreaterThanOrEqual(15);
});
