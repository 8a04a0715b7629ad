import { isJsonObject, limits } from "#contract";
import { checks } from "#checks";
import { freedoms as allFreedoms } from "#reference";
import type { Freedom } from "#reference";
import type { AnyCheck } from "#harness";
import type { PlannedRequirement } from "#verdicts";
import type { Narrowing } from "../reach/narrow-target.ts";
import { checkReference } from "../reach/compose.ts";
import { isTextList, narrowing, planOn, trialConcurrency, trialVerdictOf } from "./fault-trial.ts";
import type { Trial } from "./fault-trial.ts";
import { pickFreedoms } from "./faults.ts";
import { glanceCases } from "./trial-cases.ts";
import { noExtensions } from "../extensions/extension.ts";

/** Which freedoms to combine. Plain data, to be sent between threads. */
export interface FreedomRequest {
  readonly freedoms: readonly string[];
  /** Selects the kinds and mutations. */
  readonly turn: number;
  /** Seed of the random choices of checks. Defaults to 1. */
  readonly seed?: number;
}

/** Parses a freedom request from another thread; undefined for any other message. */
export function readFreedomRequest(value: unknown): FreedomRequest | undefined {
  if (!isJsonObject(value)) return undefined;
  const { freedoms, turn, seed } = value;
  if (!isTextList(freedoms) || typeof turn !== "number") return undefined;
  return { freedoms, turn, ...(typeof seed === "number" ? { seed } : {}) };
}

/**
 * Includes a mutation that replaces the status, on a kind that exists without definitions, because a freedom may
 * withdraw definitions.
 */
const freedomNarrowing: Narrowing = {
  ...narrowing,
  kinds: {
    ...narrowing.kinds,
    Service: [...(narrowing.kinds["Service"] ?? []), "replaceResourceStatus"],
  },
};

type Settled = NonNullable<PlannedRequirement["settled"]>;

/** Checks that must have no finding under freedoms. */
const seeing: readonly AnyCheck[] = checks.filter(({ phase = "scenario" }) => phase === "scenario");

/** Runs checks, all scenarios by default, against the reference server with freedoms. Never rejects. */
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
      limits,
      concurrency: trialConcurrency,
      signal,
    });
    const { exchanges } = footer;
    return {
      freedoms: names,
      // The selection omits requirements without a case; only the plan of a whole run has the reason.
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
