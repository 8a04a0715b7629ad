import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";

/** What people and deployment tools take an object for. */
export type ReadinessState = "Current" | "InProgress" | "Failed" | "Terminating" | "Undecidable";

/** A state, and the rule that gave it. */
export interface Readiness {
  readonly state: ReadinessState;
  /** Completes "because": `generation 2 is not observed`. */
  readonly because: string;
}

/** The parts of an object that the rules look at. */
export type Observed = {
  readonly metadata: Pick<Resource["metadata"], "deletionTimestamp" | "generation">;
  readonly status?: JsonObject;
};

/**
 * The readiness of an object by the rules of kstatus, the rules for built-in kinds omitted: they hold
 * for an object of any kind. In order: a requested deletion; a generation that is not the observed one,
 * if both are there; the first condition in the list that says Reconciling or Stalled; the condition
 * Ready; and otherwise Current, also for an object of which nobody has reported anything.
 *
 * `Undecidable` stands for the error with which kstatus meets generations that are no integers.
 *
 * Source: pkg/kstatus/status of sigs.k8s.io/cli-utils, as pinned in the contract.
 */
export function readinessOf({ metadata, status = {} }: Observed): Readiness {
  if (metadata.deletionTimestamp !== undefined) {
    return { state: "Terminating", because: "its deletion was requested" };
  }
  const conditions = conditionsOf(status);
  return (
    generationRule(metadata.generation, status["observedGeneration"]) ??
    progressRule(conditions) ??
    readyRule(conditions) ?? { state: "Current", because: "no condition indicates otherwise" }
  );
}

interface Condition {
  readonly type: string;
  readonly status: string;
}

function conditionsOf(status: JsonObject): readonly Condition[] {
  const { conditions } = status;
  if (!isList(conditions)) return [];
  return conditions.flatMap((condition) => {
    if (!isJsonObject(condition)) return [];
    const { type, status: value } = condition;
    return typeof type === "string" && typeof value === "string" ? [{ type, status: value }] : [];
  });
}

/** Absent on either side: the rule does not apply. */
function generationRule(
  generation: number | undefined,
  observed: JsonValue | undefined,
): Readiness | undefined {
  if (generation === undefined || observed === undefined || observed === null) return undefined;
  if (typeof observed !== "number" || ![generation, observed].every(Number.isInteger)) {
    return { state: "Undecidable", because: "a generation is not an integer" };
  }
  if (generation === observed) return undefined;
  const because = `generation ${generation} is not observed: the status is of ${observed}`;
  return { state: "InProgress", because };
}

/** The order of the list decides between the two. */
function progressRule(conditions: readonly Condition[]): Readiness | undefined {
  for (const { type, status } of conditions) {
    if (status !== "True") continue;
    if (type === "Reconciling") return { state: "InProgress", because: "it is reconciling" };
    if (type === "Stalled") return { state: "Failed", because: "it is stalled" };
  }
  return undefined;
}

function readyRule(conditions: readonly Condition[]): Readiness | undefined {
  const status = conditions.find(({ type }) => type === "Ready")?.status;
  if (status === "True") return { state: "Current", because: "the condition Ready is True" };
  return status === "False" || status === "Unknown"
    ? { state: "InProgress", because: `the condition Ready is ${status}` }
    : undefined;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
