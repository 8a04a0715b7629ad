import { isJsonObject, isRequirementId, limits, scaleLimits } from "#contract";
import type { Limits, RequirementId } from "#contract";
import { checks } from "#checks";
import { FreedomEffects, freedoms as allFreedoms } from "#reference";
import type { Freedom } from "#reference";
import type { AnyCheck } from "#harness";
import type { PlannedRequirement } from "#verdicts";
import { checkReference } from "../reach/compose.ts";
import {
  freedomNarrowing,
  isTextList,
  planOn,
  trialConcurrency,
  trialVerdictOf,
} from "./fault-trial.ts";
import type { Trial, TrialVerdict } from "./fault-trial.ts";
import { pickFreedoms } from "./picked-variants.ts";
import { isBroken } from "./is-broken.ts";
import { glanceCases, longCheck } from "./trial-cases.ts";
import { noExtensions } from "../config/extension-parts.ts";

/** The freedoms to combine. Plain data, because threads exchange it. */
export interface FreedomRequest {
  readonly freedoms: readonly string[];
  /** Selects the kinds and mutations to test, which rotate with the turn. */
  readonly turn: number;
  readonly seed?: number;
  readonly only?: readonly RequirementId[];
  readonly isComplete?: true;
}

/** Parses a freedom request from another thread. Returns undefined for any other message. */
export function readFreedomRequest(value: unknown): FreedomRequest | undefined {
  if (!isJsonObject(value)) return undefined;
  const { freedoms, turn, seed, only, isComplete } = value;
  if (!isTextList(freedoms) || typeof turn !== "number") return undefined;
  return {
    freedoms,
    turn,
    ...(typeof seed === "number" ? { seed } : {}),
    ...(isTextList(only) ? { only: only.filter(isRequirementId) } : {}),
    ...(isComplete === true ? { isComplete } : {}),
  };
}

/**
 * Time limits of trials under freedoms. The limits are longer than usual, because several trials share the processors,
 * and a freedom may delay responses and events. Longer limits cost no time, because no freedom withholds responses or
 * events.
 */
const patientLimits: Limits = { ...scaleLimits(6), fenceRetryMs: limits.fenceRetryMs };

type Settled = NonNullable<PlannedRequirement["settled"]>;

/** The scenarios, which must have no findings under freedoms. */
const seeing: readonly AnyCheck[] = checks.filter(({ phase = "scenario" }) => phase === "scenario");

/** The checks that must have no findings under freedoms. Only restarts are excluded, because they need a process. */
const all: readonly AnyCheck[] = checks.filter(({ phase }) => phase !== "restart");

export const testedRequirements: readonly RequirementId[] = [
  ...new Set(seeing.filter(({ id }) => id !== longCheck).flatMap(({ covers }) => covers)),
].filter((requirement) => isRequirementId(requirement));

/** Runs checks against the reference server with freedoms. Never rejects. */
export async function tryFreedoms(
  { freedoms: names, turn, seed = 1, only, isComplete }: FreedomRequest,
  signal: AbortSignal,
  usual: readonly AnyCheck[] = isComplete === true ? all : seeing,
): Promise<Trial> {
  const wanted = only === undefined ? undefined : new Set<string>(only);
  const judges = usual.filter(({ covers }) => covers.some((one) => wanted?.has(one) ?? true));
  const effects = new FreedomEffects();
  const beganMs = performance.now();
  const durationMs = (): number => Math.round(performance.now() - beganMs);
  try {
    const freedoms: readonly Freedom[] = pickFreedoms(names, allFreedoms);
    let settled: ReadonlyMap<string, Settled> = new Map();
    const { verdicts, footer } = await checkReference({
      freedoms: effects.watch(freedoms),
      checks: judges,
      seed,
      select: (target) => {
        effects.missing((feature) => !target.features.includes(feature), freedoms);
        const { cases, requirements } = planOn(target, judges, noExtensions);
        settled = new Map(
          requirements.flatMap((planned) =>
            planned.settled === undefined ? [] : [[planned.requirement, planned.settled] as const],
          ),
        );
        return { only: glanceCases(cases, turn), skip: [] };
      },
      narrowing: freedomNarrowing,
      keepObjects: true,
      omitsSensitivity: true,
      limits: patientLimits,
      concurrency: trialConcurrency,
      signal,
    });
    const { exchanges } = footer;
    return {
      freedoms: names,
      effects: effects.seen,
      verdicts: keptOf(verdicts, settled, wanted),
      durationMs: durationMs(),
      exchanges,
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { freedoms: names, verdicts: [], durationMs: durationMs(), exchanges: 0, problem };
  }
}

/**
 * Returns the verdicts on the requested requirements, and any violations of other requirements. Only some checks of the
 * other requirements ran, so those may be inconclusive but must not fail. `settled` contains the reasons of
 * requirements without a case, which only the plan of a whole run includes.
 */
function keptOf(
  verdicts: readonly TrialVerdict[],
  settled: ReadonlyMap<string, Settled>,
  wanted: ReadonlySet<string> | undefined,
): readonly TrialVerdict[] {
  return verdicts
    .filter((one) => (wanted?.has(one.requirement) ?? true) || isBroken(one))
    .map((one) =>
      trialVerdictOf({
        ...one,
        ...(one.verdict === "excluded" ? settled.get(one.requirement) : {}),
      }),
    );
}
