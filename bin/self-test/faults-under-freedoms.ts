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
  /** Both trials have failed, for example because the server did not respond in time on a busy machine. */
  | "untested"
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
  const first = await runPatiently(requests, options);
  const undetected = requests.filter((_, index) => fateOf(first[index]) === "missed");
  const shadows: readonly TrialRequest[] = undetected.map((one) => ({ ...one, isShadow: true }));
  const second = await runPatiently(shadows, options);
  const shadowOf = new Map(undetected.map((one, index) => [one, second[index]]));
  return requests.map((request, index) => {
    const trial = first[index];
    const shadow = shadowOf.get(request);
    const fate = withShadow(fateOf(trial), shadow);
    const shown = shadow?.problem === undefined ? trial : shadow;
    return {
      fault: request.fault,
      freedoms: request.under,
      fate,
      verdicts: ["missed", "untested"].includes(fate) ? verdictsOf(shown) : [],
    };
  });
}

/** Corrects the outcome of a missed fault by its shadow trial. */
function withShadow(fate: Fate, shadow: Trial | undefined): Fate {
  if (shadow?.problem !== undefined) return "untested";
  return shadow?.isReached === false ? "without effect" : fate;
}

/** Repeats trials that have failed, one at a time. */
async function runPatiently(
  requests: readonly TrialRequest[],
  options: Omit<TrialOptions, "isSurveyed">,
): Promise<readonly (Trial | undefined)[]> {
  const trials = await runTrials(requests, { ...options, isSurveyed: false });
  const failed = requests.filter((_, index) => trials[index]?.problem !== undefined);
  const again = new Map<TrialRequest, Trial | undefined>();
  for (const request of failed) {
    const [trial] = await runTrials([request], { ...options, isSurveyed: false });
    again.set(request, trial);
  }
  return requests.map((request, index) => again.get(request) ?? trials[index]);
}

/** Returns the outcome after the first trial. A shadow trial may still show that the fault has no effect. */
export function fateOf(trial: Trial | undefined): Fate {
  if (trial === undefined || trial.problem !== undefined) return "untested";
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
  const [detected, missed, untested] = [count("detected"), count("missed"), count("untested")];
  const applicable = detected + missed;
  const share = applicable === 0 ? 100 : (100 * detected) / applicable;
  return [
    `Faults under random sets of freedoms: ${detected} of ${applicable} detected (${share.toFixed(1)} %)`,
    `Without effect under their freedoms: ${count("without effect")}`,
    ...(untested === 0 ? [] : [`Not tested, because the trial failed twice: ${untested}`]),
    ...results
      .filter(({ fate }) => fate === "missed" || fate === "untested")
      .flatMap(({ fault, freedoms, fate, verdicts }) => [
        `${fate}: ${fault} under ${freedoms.join(", ")}`,
        ...verdicts.map((one) => `  ${one}`),
      ]),
    "",
  ].join("\n");
}
