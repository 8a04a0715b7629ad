import { jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { StatusMode } from "#targets";
import { conditionsOf } from "./condition.ts";
import type { StagedCondition } from "./condition.ts";
import type { StagedChanges } from "./staged-status.ts";
import type { ObjectSnapshots, StatusRules } from "./flush-rules.ts";

export interface Composition {
  readonly changes: StagedChanges;
  readonly snapshots: ObjectSnapshots;
  readonly rules: StatusRules;
  readonly observes: boolean;
  /** The current time, in RFC 3339 format. */
  readonly now: string;
}

/** Composes the complete status to store: the current status, overlaid with the staged changes. */
export function composeStatus(composition: Composition): JsonObject {
  const { changes, snapshots, rules, observes } = composition;
  const composed: Record<string, JsonValue> = { ...rules.base(snapshots) };
  for (const [member, value] of Object.entries(changes.members)) {
    if (value === null) delete composed[member];
    else composed[member] = value;
  }
  const observed = observes ? rules.observedGeneration(snapshots) : undefined;
  if (observed !== undefined) composed["observedGeneration"] = observed;
  if (changes.conditions.length > 0) composed["conditions"] = composeConditions(composition);
  return composed;
}

function composeConditions({
  changes,
  snapshots,
  rules,
  observes,
  now,
}: Composition): readonly JsonObject[] {
  const stored = conditionsOf(rules.base(snapshots));
  const observed = observes ? rules.observedGeneration(snapshots) : undefined;
  const written = changes.conditions.map((staged) => {
    const before = stored.find(({ type }) => type === staged.type);
    const since = rules.transitionTime({
      ...(before === undefined ? {} : { stored: before }),
      staged,
      now,
    });
    return conditionOf(staged, since, observed);
  });
  return rules.mergeConditions(stored, written);
}

function conditionOf(
  { type, status, reason, message = "" }: StagedCondition,
  lastTransitionTime: string,
  observed: number | undefined,
): JsonObject {
  const observedGeneration = observed === undefined ? {} : { observedGeneration: observed };
  return { type, status, reason, message, lastTransitionTime, ...observedGeneration };
}

/** Returns the complete status for a replace or an apply, and a merge patch for a partial write. */
export function statusToSend(
  stored: JsonObject | undefined,
  wanted: JsonObject,
  mode: StatusMode,
): JsonObject {
  switch (mode) {
    case "replace":
    case "apply":
      return wanted;
    case "partial":
      return differenceBetween(stored ?? {}, wanted);
  }
}

function differenceBetween(stored: JsonObject, wanted: JsonObject): JsonObject {
  const difference: Record<string, JsonValue> = {};
  for (const [member, value] of Object.entries(wanted)) {
    if (!jsonEquals(stored[member], value)) difference[member] = value;
  }
  for (const member of Object.keys(stored)) {
    if (!Object.hasOwn(wanted, member)) difference[member] = null;
  }
  return difference;
}
