import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Dialect, KindDialect } from "#targets/graphql";
import type { Notebook } from "../schema/notebook.ts";
import { kindNamed, withKind } from "../requests/trial-requests.ts";

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

/**
 * Removes from the dialect the generated invalid statuses of a kind whose behavior was not observed. The endpoint may
 * accept them, and a run would then report that as a violation. Invalid statuses that the user gave are kept.
 */
export function withoutUntested(dialect: Dialect, name: string, notes: Notebook): Dialect {
  const kind = kindNamed(dialect, name);
  const isObserved = kind?.semantics !== undefined;
  const at = ["kinds", name, "samples"];
  const isGiven = notes.at(at)?.confidence === "high";
  if (kind === undefined || isObserved || isGiven) return dialect;
  if (kind.samples.invalidStatuses.length === 0) return dialect;
  const reason = "no invalid status was tested; add statuses that the endpoint must reject";
  notes.note([...at, "invalidStatuses"], "low", reason);
  return withKind(dialect, { ...kind, samples: { ...kind.samples, invalidStatuses: [] } });
}
