import { faults } from "#reference";
import { signsIn } from "#verdicts";
import type { FaultSign } from "#verdicts";
import type { Trial, TrialFinding, TrialRequest } from "./fault-trial.ts";
import { seededRandom } from "./seeded-random.ts";
import { runTrials } from "./trial-workers.ts";
import type { TrialOptions } from "./trial-workers.ts";

export interface CauseTrial {
  readonly planted: readonly string[];
  readonly findings: readonly TrialFinding[];
  readonly problem?: string;
}

const together = { pairs: 24, triples: 16 } as const;

const certain = faults.filter(({ phase }) => phase !== "history").map(({ name }) => name);

export function plantings(isAlone: boolean): readonly (readonly string[])[] {
  const random = seededRandom(7);
  const some = (count: number): readonly string[] =>
    Array.from({ length: count }, () => certain[Math.floor(random() * certain.length)] ?? "");
  const alone = certain.map((name) => [name]);
  if (isAlone) return alone;
  return [
    ...alone,
    ...Array.from({ length: together.pairs }, () => some(2)),
    ...Array.from({ length: together.triples }, () => some(3)),
  ];
}

/**
 * Checks the reference server with each set of faults and without faults. For cases that a set does not affect, the
 * result without faults is reused.
 */
export async function runCauseTrials(
  planted: readonly (readonly string[])[],
  options: Omit<TrialOptions, "isSurveyed">,
): Promise<readonly CauseTrial[]> {
  const requests: readonly TrialRequest[] = [
    { isDetailed: true },
    ...planted.map(([fault = "", ...others]) => ({
      fault,
      ...(others.length === 0 ? {} : { others }),
      isDetailed: true as const,
    })),
  ];
  const [clean, ...trials] = await runTrials(requests, { ...options, isSurveyed: true });
  return trials.map((trial, i) => ({
    planted: planted[i] ?? [],
    findings: withUnreached(trial, clean),
    ...(trial.problem === undefined ? {} : { problem: trial.problem }),
  }));
}

function withUnreached(trial: Trial, clean: Trial | undefined): readonly TrialFinding[] {
  const { findings = [], reached } = trial;
  if (reached === undefined) return findings;
  const finished = new Set([...reached, ...findings.map((finding) => finding.case)]);
  return [...findings, ...(clean?.findings ?? []).filter((finding) => !finished.has(finding.case))];
}

export function signsOf(trials: readonly CauseTrial[]): ReadonlyMap<string, readonly FaultSign[]> {
  const alone = trials.filter(({ planted }) => planted.length === 1);
  return new Map(
    alone.map(({ planted, findings }) => {
      const broken = new Set(findings.map(({ requirement }) => requirement));
      const signs = signsIn(findings, broken).flatMap(({ requirement, check, share, words }) =>
        share === 0
          ? []
          : [{ requirement, check, share: Math.round(share * 100) / 100, words: [...words] }],
      );
      return [planted[0] ?? "", signs];
    }),
  );
}
