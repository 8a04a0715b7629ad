import { describeKey, isEmpty, isSameValue } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { ForeignValue } from "../state/prediction.ts";
import { predecessorsOf } from "../state/state.ts";
import type { FirstStatus, ModelRules, ModelState, StoredObject } from "../state/state.ts";
import { membersIn } from "./status-write.ts";
import type { StatusWrite } from "./status-write.ts";

/** Whether an object has not had a status since its creation. */
export function isWithoutStatus(
  { log }: Pick<ModelState, "log">,
  command: StatusWrite,
  { object }: StoredObject,
): boolean {
  if (!isEmpty(object.status)) return false;
  const of = describeKey(command.key);
  const own = log.filter(({ key }) => describeKey(key) === of);
  const birth = own.findLastIndex(({ type }) => type === "ADDED");
  return own.slice(Math.max(0, birth)).every((change) => isEmpty(change.object.status));
}

/**
 * Returns values that the omitted fields of a first status must not have: those that other commands sent, and those of
 * deleted objects with the same name. A value that no command sent can be a default or come from admission. If an
 * earlier first write omitted the field too, the value that it led to is the default; if its operation was the same and
 * the field stayed empty, there is no default. Otherwise, non-null fields are skipped, and the values of other fields
 * are marked as possible defaults.
 */
export function foreignValues(
  state: ModelState,
  command: StatusWrite,
  { nonNullFields = [] }: ModelRules,
): readonly ForeignValue[] {
  const own = new Set(membersIn(command));
  const sources = [
    ...state.sent,
    ...predecessorsOf(state, command.key).map(({ status = {} }) => status),
  ];
  return sources.flatMap(Object.entries<JsonValue>).flatMap(([member, value]) => {
    if (own.has(member) || isZero(value)) return [];
    const omitting = state.firstStatuses.filter(({ members }) => !members.includes(member));
    if (omitting.some(({ status }) => isSameValue(status[member], value))) return [];
    const isWithoutDefault = omitting.some(
      (one) => isAlike(one, command) && isEmpty(one.status[member]),
    );
    if (isWithoutDefault) return [{ member, value }];
    return nonNullFields.includes(member) ? [] : [{ member, value, mayBeDefault: true }];
  });
}

/** Whether a value is the usual default of its type. */
function isZero(value: JsonValue): boolean {
  return isEmpty(value) || value === 0 || value === false || value === "";
}

/** Operations may have different defaults. */
function isAlike({ operation }: FirstStatus, command: StatusWrite): boolean {
  return operation === operationOf(command);
}

function operationOf(command: StatusWrite): string {
  return command.verb === "patchStatus" ? command.format : `via ${command.via ?? ""}`;
}

export function firstStatusOf(command: StatusWrite, status: JsonObject): FirstStatus {
  return { operation: operationOf(command), members: membersIn(command), status };
}
