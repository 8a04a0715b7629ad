import { faults as allFaults, freedoms as allFreedoms } from "#reference";
import type { Fault, Freedom } from "#reference";
import { explanationOf } from "./freedom-run.ts";
import { randomSets } from "./freedom-sets.ts";
import type { Trial, TrialRequest } from "./fault-trial.ts";
import { pickFaults, pickFreedoms } from "./picked-variants.ts";
import { seededRandom } from "./seeded-random.ts";
import { runTrials } from "./trial-workers.ts";
import type { TrialOptions } from "./trial-workers.ts";

export type Fate =
  /** A requirement that the fault violates fails. */
  | "detected"
  /** The freedoms exclude each requirement that the fault violates, or leave the fault without an effect. */
  | "without effect"
  | "missed";

export interface FaultUnderFreedoms {
  readonly fault: string;
  readonly freedoms: readonly string[];
  readonly fate: Fate;
  readonly verdicts: readonly string[];
}

export interface UnderFreedomsOptions extends Omit<TrialOptions, "done" | "isSurveyed"> {
  readonly faults: readonly Fault[];
  readonly freedoms: readonly Freedom[];
  readonly sets: number;
  readonly seed: number;
  readonly done: (trial: Trial) => void;
}

/**
 * Plants each fault under random sets of freedoms. If a fault is not detected, plants it again in a shadow trial, which
 * shows whether it makes a difference under these freedoms.
 */
export async function runFaultsUnderFreedoms({
  faults,
  freedoms,
  sets,
  seed,
  ...options
}: UnderFreedomsOptions): Promise<readonly FaultUnderFreedoms[]> {
  const random = seededRandom(seed);
  const requests = faults.flatMap(({ name }) =>
    randomSets(freedoms, sets, random).map((set) => ({
      fault: name,
      under: set.map((freedom) => freedom.name),
    })),
  );
  const first = await runTrials(requests, { ...options, isSurveyed: false });
  const undetected = requests.filter((_, index) => fateOf(first[index]) === "missed");
  const shadows: readonly TrialRequest[] = undetected.map((one) => ({ ...one, isShadow: true }));
  const second = await runTrials(shadows, { ...options, isSurveyed: false });
  const reached = new Set(undetected.filter((_, index) => second[index]?.isReached !== false));
  return requests.map((request, index) => {
    const fate = fateOf(first[index]);
    return {
      fault: request.fault,
      freedoms: request.under,
      fate: fate === "missed" && !reached.has(request) ? "without effect" : fate,
      verdicts: fate === "missed" ? verdictsOf(first[index]) : [],
    };
  });
}

/** Returns the outcome after the first trial. A shadow trial may still show that the fault has no effect. */
export function fateOf(trial: Trial | undefined): Fate {
  if (trial === undefined || trial.problem !== undefined) return "missed";
  const named = namedVerdicts(trial);
  if (named.some(({ verdict }) => ["fail", "flaky", "warn"].includes(verdict))) return "detected";
  const freedoms = pickFreedoms(trial.under ?? [], allFreedoms);
  const isExcluded = named.every(
    (one) => one.verdict === "excluded" || explanationOf(one, freedoms) !== undefined,
  );
  return isExcluded ? "without effect" : "missed";
}

function namedVerdicts({ fault, verdicts }: Trial): Trial["verdicts"] {
  const broken = new Set(pickFaults([fault ?? ""], allFaults).flatMap(({ breaks }) => breaks));
  return verdicts.filter(({ requirement }) => broken.has(requirement));
}

function verdictsOf(trial: Trial | undefined): readonly string[] {
  if (trial === undefined) return ["not run"];
  if (trial.problem !== undefined) return [trial.problem];
  return namedVerdicts(trial)
    .filter(({ verdict }) => verdict !== "excluded")
    .map(({ requirement, verdict, reason }) =>
      [`${requirement}: ${verdict}`, ...(reason === undefined ? [] : [reason])].join(", "),
    );
}

export function underFreedomsText(results: readonly FaultUnderFreedoms[]): string {
  const count = (fate: Fate): number => results.filter((one) => one.fate === fate).length;
  const [detected, missed] = [count("detected"), count("missed")];
  const applicable = detected + missed;
  const share = applicable === 0 ? 100 : (100 * detected) / applicable;
  return [
    `Faults under random sets of freedoms: ${detected} of ${applicable} detected (${share.toFixed(1)} %)`,
    `Without effect under their freedoms: ${count("without effect")}`,
    ...results
      .filter(({ fate }) => fate === "missed")
      .flatMap(({ fault, freedoms, verdicts }) => [
        `missed: ${fault} under ${freedoms.join(", ")}`,
        ...verdicts.map((one) => `  ${one}`),
      ]),
    "",
  ].join("\n");
}
