import { describeKey, describeOutcome } from "#contract";
import type { Prerequisite } from "#targets";
import type { Ledger } from "./ledger.ts";
import type { Recorder } from "./recorder.ts";
import { isAccepted, refusalOf } from "../judging/recorded-step.ts";
import type { Step } from "../judging/recorded-step.ts";
import { WritesSpent } from "./write-limit.ts";

/** Why a prerequisite of a run is missing. */
export interface MissingPrerequisite {
  readonly problem: string;
  /** Whether the suite or the connection failed rather than the target. */
  readonly isError: boolean;
  /** Number of the failed exchange. Absent if nothing was sent. */
  readonly exchange?: number;
}

export interface PrerequisiteTools {
  readonly recorder: Recorder;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
}

/**
 * Creates the objects that the run's kinds depend on, as the author. These objects are removed after all other objects.
 * Resolves with the first failure, if any.
 */
export async function createPrerequisites(
  wanted: readonly Prerequisite[],
  tools: PrerequisiteTools,
): Promise<MissingPrerequisite | undefined> {
  const missing = await Promise.all(wanted.map((one) => createPrerequisite(one, tools)));
  return missing.find((failure) => failure !== undefined);
}

async function createPrerequisite(
  wanted: Prerequisite,
  tools: PrerequisiteTools,
): Promise<MissingPrerequisite | undefined> {
  try {
    return await sendWithRetries(wanted, tools);
  } catch (error) {
    if (!(error instanceof WritesSpent)) throw error;
    tools.ledger.notCreated(wanted.key);
    return { problem: error.message, isError: false };
  }
}

/** Retries once if there was no response, because every case on the kind depends on the object. */
async function sendWithRetries(
  wanted: Prerequisite,
  tools: PrerequisiteTools,
): Promise<MissingPrerequisite | undefined> {
  tools.ledger.creating(wanted.key, "last");
  const first = await sendPrerequisite(wanted, tools);
  if (first.outcome.result !== "unknown" || tools.signal.aborted) {
    return missingAfter(first, wanted, tools);
  }
  const second = await sendPrerequisite(wanted, tools);
  // The first request has created the object.
  if (refusalOf(second)?.reason === "alreadyExists") return undefined;
  return missingAfter(second, wanted, tools);
}

function sendPrerequisite(
  { key, spec }: Prerequisite,
  { recorder, signal }: PrerequisiteTools,
): Promise<Step> {
  return recorder.call({ verb: "create", identity: "author", key, spec }, { case: "run", signal });
}

function missingAfter(
  step: Step,
  { key }: Prerequisite,
  { ledger }: PrerequisiteTools,
): MissingPrerequisite | undefined {
  if (isAccepted(step)) return undefined;
  const isTaken = refusalOf(step)?.reason === "alreadyExists";
  // If the create request was rejected but the object exists, the object existed before the run and must not be
  // removed.
  if (step.outcome.result === "refused") ledger.notCreated(key);
  return {
    problem: describeFailure(step, describeKey(key), isTaken),
    isError: isTaken || step.outcome.result === "unknown",
    exchange: step.exchange,
  };
}

function describeFailure(step: Step, what: string, isTaken: boolean): string {
  return isTaken
    ? `${what}, required by the run, already exists: delete it if no other run uses it`
    : `cannot create ${what}, required by the run: ${describeOutcome(step.outcome)}`;
}
