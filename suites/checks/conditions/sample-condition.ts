import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { conditionsIn, conditionsPathOf, withAdmitted, withConditions } from "#harness";
import type { CheckContext, StatusPlaces } from "#harness";
import { shapeOfMember } from "../write/status-places.ts";

/** Returns the first condition of the first sample status. Undefined if this status has no conditions. */
export function sampleCondition(context: Conditional): JsonObject | undefined {
  const { kind } = context;
  const conditions = conditionsIn(kind, kind.samples.statuses[0]);
  const first: unknown = Array.isArray(conditions) ? conditions[0] : undefined;
  return isJsonObject(first) ? first : undefined;
}

export function placeOf({
  kind: { conditionsPath, observedGenerationPath },
}: Conditional): StatusPlaces {
  return {
    ...(conditionsPath === undefined ? {} : { conditionsPath }),
    ...(observedGenerationPath === undefined ? {} : { observedGenerationPath }),
  };
}

export function statusWith(context: CheckContext, conditions: readonly JsonObject[]): JsonObject {
  const [sample = {}] = context.kind.samples.statuses;
  return withAdmitted(context, withConditions(context.kind, sample, conditions));
}

/**
 * Returns a status with only these conditions. If they are nested in another field, adds that field's other sample
 * values, because a write replaces the field as a whole.
 */
export function statusOfConditions(
  { kind }: Conditional,
  conditions: readonly JsonObject[],
): JsonObject {
  const { path, member } = conditionsPathOf(kind);
  const outer = path.length > 1 ? kind.samples.statuses[0]?.[member] : undefined;
  return withConditions(kind, outer === undefined ? {} : { [member]: outer }, conditions);
}

type Conditional = Pick<CheckContext, "kind">;

/** Limits conditions to the types and fields in the kind's schema, because each API chooses its own. */
export function possibleConditions(
  context: Conditional,
  conditions: readonly JsonObject[],
): readonly JsonObject[] {
  const types = conditionTypes(context);
  return conditions
    .filter(({ type }) => types === undefined || types.includes(type ?? null))
    .map((condition) =>
      Object.fromEntries(Object.entries(condition).filter(([name]) => hasField(context, name))),
    );
}

/**
 * Whether a condition of the kind can have a field, according to its first sample, its schema, or the target's name for
 * the field. True if the first sample status has no conditions.
 */
export function hasField(context: Conditional, name: string): boolean {
  const sample = sampleCondition(context);
  return (
    sample === undefined ||
    name in sample ||
    context.kind.conditionWords?.members?.[name] !== undefined ||
    shapeOfMember(itemShape(context), name) !== undefined
  );
}

/** The condition types that the schema lists. Undefined if the schema lists no types. */
export function conditionTypes(context: Conditional): readonly JsonValue[] | undefined {
  const type = shapeOfMember(itemShape(context), "type");
  return type?.kind === "choice" && type.isSampled !== true ? type.values : undefined;
}

function itemShape({ kind }: Conditional): ReturnType<typeof shapeOfMember> {
  const list = conditionsPathOf(kind).path.reduce(shapeOfMember, kind.shapes?.status);
  return list?.kind === "list" ? list.items : undefined;
}

/** Sorts conditions by type, because an apply may store a different order. */
export function byType(conditions: JsonValue | undefined): readonly JsonValue[] {
  const list: readonly JsonValue[] = isJsonList(conditions) ? conditions : [];
  return list.toSorted((left, right) => typeOf(left).localeCompare(typeOf(right)));
}

function typeOf(condition: JsonValue): string {
  return isJsonObject(condition) ? JSON.stringify(condition["type"] ?? null) : "";
}
