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
 * deleted objects with the same name. Any other value can be a default or come from admission. A value that an earlier
 * first status showed, although the write omitted the field, is a default. A field that an earlier first write with the
 * same operation omitted and left empty has none. In all other cases, a non-null field is skipped, and any other value
 * is marked as a possible default.
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
