import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { KindDialect } from "#targets/graphql";

type InvalidStatus = KindDialect["samples"]["invalidStatuses"][number];

/**
 * Returns one status for each field of an accepted status, with a value of another type. These are used if the schema
 * of statuses is unknown.
 */
export function mistypedStatuses(accepted: JsonObject = {}): readonly InvalidStatus[] {
  return Object.entries(accepted).flatMap(([name, value]): readonly InvalidStatus[] => {
    const other = otherType(value);
    if (other === undefined) return [];
    return [{ status: { [name]: other.value }, field: `status.${name}`, defect: other.defect }];
  });
}

function otherType(
  value: JsonValue,
): { readonly value: JsonValue; readonly defect: string } | undefined {
  if (typeof value === "number") return { value: "many", defect: "a string instead of a number" };
  if (typeof value === "string") return { value: 7, defect: "a number instead of a string" };
  if (typeof value === "boolean")
    return { value: "maybe", defect: "a string instead of a Boolean" };
  if (Array.isArray(value)) return { value: "none", defect: "a string instead of a list" };
  return isJsonObject(value)
    ? { value: "none", defect: "a string instead of an object" }
    : undefined;
}
