import { isJsonObject, limits, scaleLimits } from "#contract";
import type { Limits } from "#contract";
import { checks } from "#checks";
import { freedoms as allFreedoms } from "#reference";
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
import type { Trial } from "./fault-trial.ts";
import { pickFreedoms } from "./faults.ts";
import { glanceCases } from "./trial-cases.ts";
import { noExtensions } from "../config/extension.ts";

/** The freedoms to combine. Plain data, because threads exchange it. */
export interface FreedomRequest {
  readonly freedoms: readonly string[];
  /** Rotates through the kinds and mutations to test. */
  readonly turn: number;
  /** Seed for the random choices of checks. Defaults to 1. */
  readonly seed?: number;
}

/** Parses a freedom request from another thread. Returns undefined for any other message. */
export function readFreedomRequest(value: unknown): FreedomRequest | undefined {
  if (!isJsonObject(value)) return undefined;
  const { freedoms, turn, seed } = value;
  if (!isTextList(freedoms) || typeof turn !== "number") return undefined;
  return { freedoms, turn, ...(typeof seed === "number" ? { seed } : {}) };
}

/**
 * Time limits are longer, because several trials share the processors, and a freedom may delay replies and events.
 * Longer limits cost no time, because no freedom withholds replies or events.
 */
const patientLimits: Limits = { ...scaleLimits(6), fenceRetryMs: limits.fenceRetryMs };

type Settled = NonNullable<PlannedRequirement["settled"]>;

/** Checks that must have no findings under freedoms. */
const seeing: readonly AnyCheck[] = checks.filter(({ phase = "scenario" }) => phase === "scenario");

/** Runs checks against the reference server with freedoms. Defaults to all scenarios. Never rejects. */
export async function tryFreedoms(
  { freedoms: names, turn, seed = 1 }: FreedomRequest,
  signal: AbortSignal,
  judges: readonly AnyCheck[] = seeing,
): Promise<Trial> {
  const beganMs = performance.now();
  const durationMs = (): number => Math.round(performance.now() - beganMs);
  try {
    const freedoms: readonly Freedom[] = pickFreedoms(names, allFreedoms);
    let settled: ReadonlyMap<string, Settled> = new Map();
    const { verdicts, footer } = await checkReference({
      freedoms,
      checks: judges,
      seed,
      select: (target) => {
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
      limits: patientLimits,
      concurrency: trialConcurrency,
      signal,
    });
    const { exchanges } = footer;
    return {
      freedoms: names,
      // The selection omits requirements without a case. Only the plan of a whole run contains the reason.
      verdicts: verdicts.map((one) =>
        trialVerdictOf({
          ...one,
          ...(one.verdict === "excluded" ? settled.get(one.requirement) : {}),
        }),
      ),
      durationMs: durationMs(),
      exchanges,
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { freedoms: names, verdicts: [], durationMs: durationMs(), exchanges: 0, problem };
  }
}
