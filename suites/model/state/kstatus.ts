import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";

export type ReadinessState = "Current" | "InProgress" | "Failed" | "Terminating" | "Undecidable";

export interface Readiness {
  readonly state: ReadinessState;
  /** The reason, as a clause after "because": `generation 2 is not observed`. */
  readonly because: string;
}

export type Observed = {
  readonly metadata: Pick<Resource["metadata"], "deletionTimestamp" | "generation">;
  readonly status?: JsonObject;
};

/**
 * Determines the readiness of an object by the generic rules of kstatus, which apply to any kind. The first of these
 * decides: a deletion timestamp; a generation that differs from the observed one, if both exist; the first condition in
 * the list that is Reconciling or Stalled with status True; the condition Ready. Otherwise, the object is Current, even
 * if the status is empty. `Undecidable` represents the error that kstatus returns if a generation is not an integer.
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
  if (!isJsonList(conditions)) return [];
  return conditions.flatMap((condition) => {
    if (!isJsonObject(condition)) return [];
    const { type, status: value } = condition;
    return typeof type === "string" && typeof value === "string" ? [{ type, status: value }] : [];
  });
}

/**
 * Determines the readiness of an object whose generation is not observed. Returns undefined if the generation is
 * observed, or if either generation is absent.
 */
function generationRule(
  generation: number | undefined,
  observed: JsonValue | undefined,
): Readiness | undefined {
  if (generation === undefined || observed === undefined || observed === null) return undefined;
  if (typeof observed !== "number" || ![generation, observed].every(Number.isInteger)) {
    return { state: "Undecidable", because: "a generation is not an integer" };
  }
  if (generation === observed) return undefined;
  const because = `generation ${generation} has not been observed: the status reports ${observed}`;
  return { state: "InProgress", because };
}

/** Evaluates the conditions that report progress. If both are true, the first in the list takes precedence. */
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
