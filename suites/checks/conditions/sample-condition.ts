import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { withAdmitted } from "#harness";
import type { CheckContext } from "#harness";

/** The first condition of the kind's first sample status. Undefined if its statuses have none. */
export function sampleCondition(context: CheckContext): JsonObject | undefined {
  const { conditions } = context.kind.samples.statuses[0] ?? {};
  const first: unknown = Array.isArray(conditions) ? conditions[0] : undefined;
  return isJsonObject(first) ? first : undefined;
}

export function statusWith(context: CheckContext, conditions: readonly JsonObject[]): JsonObject {
  const [sample = {}] = context.kind.samples.statuses;
  return withAdmitted(context, { ...sample, conditions });
}

/** Conditions sorted by type, because an apply may store another order. */
export function byType(conditions: JsonValue | undefined): readonly JsonValue[] {
  const list: readonly JsonValue[] = isList(conditions) ? conditions : [];
  return list.toSorted((left, right) => typeOf(left).localeCompare(typeOf(right)));
}

function typeOf(condition: JsonValue): string {
  return isJsonObject(condition) ? JSON.stringify(condition["type"] ?? null) : "";
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
