import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, Outcome, Refusal, Resource, ResourceVersion } from "#contract";
import { mergeConditions, transitionTime } from "./condition.ts";
import type { Transition } from "./condition.ts";
import { lostClaims } from "./staged-status.ts";
import type { StagedChanges } from "./staged-status.ts";

export interface ObjectSnapshots {
  readonly started: Resource;
  readonly current: Resource;
}

export type NextStep =
  | { readonly next: "end" }
  /** The object no longer exists. */
  | { readonly next: "forget" }
  /** Read the object again, and write all staged changes again. */
  | { readonly next: "reread" }
  /** Wait, then send the same request again. */
  | { readonly next: "wait"; readonly pauseMs: number }
  | { readonly next: "fail" };

export interface StatusRules {
  /** Whether the status must be written at all. */
  readonly needsWrite: (stored: JsonObject | undefined, wanted: JsonObject) => boolean;
  readonly observedGeneration: (snapshots: ObjectSnapshots) => number | undefined;
  /** Whether the status already reports a newer generation than the one with which the reconcile started. */
  readonly isSuperseded: (snapshots: ObjectSnapshots) => boolean;
  /** Whether a second read returned the object with which the reconcile started, and not a new one of the same name. */
  readonly isSameObject: (snapshots: ObjectSnapshots) => boolean;
  readonly lostClaims: (changes: StagedChanges, snapshots: ObjectSnapshots) => readonly string[];
  readonly transitionTime: (transition: Transition) => string;
  readonly mergeConditions: (
    stored: readonly JsonObject[],
    written: readonly JsonObject[],
  ) => readonly JsonObject[];
  readonly base: (snapshots: ObjectSnapshots) => JsonObject;
  readonly precondition: (snapshots: ObjectSnapshots) => ResourceVersion | undefined;
  readonly afterConflict: (changes: StagedChanges) => StagedChanges;
  readonly nextStep: (outcome: Outcome) => NextStep;
  /** The pause before the next attempt, in milliseconds. `chance` is from 0 (inclusive) to 1 (exclusive). */
  readonly pauseMs: (attempt: number, chance: number) => number;
  readonly attempts: number;
}

/** The first pause after a conflict, in milliseconds, as in client-go's `DefaultRetry`. */
const firstPauseMs = 10;

export const correctStatusRules: StatusRules = {
  needsWrite: (stored, wanted) => !jsonEquals(stored ?? {}, wanted),
  observedGeneration: ({ started }) => started.metadata.generation,
  isSuperseded: ({ started, current }) => {
    const { generation } = started.metadata;
    const reported = observedIn(current);
    return current !== started && generation !== undefined && (reported ?? 0) > generation;
  },
  isSameObject: ({ started, current }) => started.metadata.uid === current.metadata.uid,
  lostClaims: (changes, { started, current }) => lostClaims(changes, started, current),
  transitionTime,
  mergeConditions,
  base: ({ current }) => current.status ?? {},
  precondition: ({ current }) => current.metadata.resourceVersion,
  afterConflict: (changes) => changes,
  nextStep,
  pauseMs: (attempt, chance) => firstPauseMs * 2 ** (attempt - 1) * (1 + chance),
  attempts: 5,
};

function nextStep(outcome: Outcome): NextStep {
  switch (outcome.result) {
    case "object":
    case "list":
    case "done":
      return { next: "end" };
    case "refused":
      return afterRefusal(outcome.refusal);
    case "unknown":
      // The write may have been stored. The expected version is then no longer current.
      return afterBusy(outcome.retryAfterSeconds);
    case "unintelligible":
    case "unsupported":
      return { next: "fail" };
  }
}

/**
 * Only a conflict justifies another read, and only a rate limit or an internal error justifies waiting. All other
 * rejections of existing objects are permanent.
 */
function afterRefusal({ reason, retryAfterSeconds }: Refusal): NextStep {
  if (reason === "notFound") return { next: "forget" };
  if (reason === "conflict") return { next: "reread" };
  const isBusy = reason === "rateLimited" || reason === "internal";
  return isBusy ? afterBusy(retryAfterSeconds) : { next: "fail" };
}

/** Retries an overloaded server within the flush only if the server states a delay. */
function afterBusy(retryAfterSeconds: number | undefined): NextStep {
  if (retryAfterSeconds === undefined) return { next: "fail" };
  return { next: "wait", pauseMs: retryAfterSeconds * 1000 };
}

/** Returns the observed generation in a stored status, if there is one. */
export function observedIn({ status }: Resource): number | undefined {
  const observed = isJsonObject(status) ? status["observedGeneration"] : undefined;
  return typeof observed === "number" ? observed : undefined;
}
