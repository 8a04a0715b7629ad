import { isJsonObject, pointerStep } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { isSameJson, readCount, writtenCount } from "./counter-form.ts";
import type { CounterForm } from "./counter-form.ts";

export interface StatusForm {
  /** Required properties, added to every written status and hidden when read. */
  readonly always: JsonObject;
  /**
   * Placeholders for required properties that checks may write. If a check omits such a property, the placeholder is
   * sent, and hidden when read.
   */
  readonly standIn: JsonObject;
  /** Values that the server sets by default; they count as absent. */
  readonly defaults: JsonObject;
  /**
   * A property that cannot be cleared and has no value left for a placeholder. If a check omits or clears it, the whole
   * status is removed.
   */
  readonly removedWithout?: string;
  readonly counter?: CounterForm;
}

/** Converts a whole status to the form in which the server stores statuses. */
export function writtenStatus(status: JsonObject, form: StatusForm | undefined): JsonObject {
  return form === undefined ? status : { ...form.standIn, ...writtenPart(status, form) };
}

/** Whether the whole status is removed instead of written, because it lacks a property. */
export function isRemoval(status: JsonObject, form: StatusForm | undefined): boolean {
  const name = form?.removedWithout;
  return name !== undefined && (status[name] ?? null) === null;
}

/** Converts part of a status to the form in which the server stores statuses. */
export function writtenPart(status: JsonObject, form: StatusForm | undefined): JsonObject {
  if (form === undefined) return status;
  const { always } = form;
  const written = Object.entries(status).map(
    ([name, value]) =>
      [
        name,
        value === null ? (placeholderOf(name, form) ?? null) : writtenMember(name, value, form),
      ] as const,
  );
  return { ...always, ...Object.fromEntries(written) };
}

/** The value that a required property is cleared to. Undefined for an optional property. */
function placeholderOf(name: string, { always, standIn }: StatusForm): JsonValue | undefined {
  return always[name] ?? standIn[name];
}

export function writtenMember(name: string, value: JsonValue, form: StatusForm): JsonValue {
  const { counter } = form;
  if (value === null) return placeholderOf(name, form) ?? form.defaults[name] ?? null;
  if (counter?.member !== name || typeof value !== "number") return value;
  return writtenCount(counter, value);
}

export function readStatus(status: JsonObject, form: StatusForm | undefined): JsonObject {
  if (form === undefined) return status;
  const { always, standIn, defaults, counter } = form;
  const read = Object.entries(status).flatMap(([name, value]) => {
    if ([always, standIn, defaults].some((known) => isSameJson(value, known[name]))) return [];
    const count = counter?.member === name ? readCount(counter, value) : undefined;
    return [[name, count ?? value] as const];
  });
  return Object.fromEntries(read);
}

export function writtenOperations(
  operations: readonly JsonValue[],
  form: StatusForm | undefined,
): readonly JsonValue[] {
  if (form === undefined) return operations;
  const written = operations.map((one) => writtenOperation(one, form));
  return leavesNothing(operations, form) ? [...written, removalOfStatus] : written;
}

const removalOfStatus = { op: "remove", path: "/status" } as const;

/** Removes the whole status, even if the object has none: a removal needs an existing path. */
export const additionAndRemoval = [
  { op: "add", path: "/status", value: {} },
  removalOfStatus,
] as const;

/** Whether the operations leave a status that lacks the property without which it is removed. */
function leavesNothing(operations: readonly JsonValue[], form: StatusForm): boolean {
  const { removedWithout } = form;
  if (removedWithout === undefined) return false;
  const path = `/status/${pointerStep(removedWithout)}`;
  return operations.filter(isJsonObject).reduce((isGone, operation) => {
    if (operation["path"] === path) return operation["op"] === "remove";
    if (operation["op"] === "move" && operation["from"] === path) return true;
    if (operation["path"] !== "/status" || operation["op"] === "test") return isGone;
    return isJsonObject(operation["value"]) && isRemoval(operation["value"], form);
  }, false);
}

function writtenOperation(operation: JsonValue, form: StatusForm): JsonValue {
  if (!isJsonObject(operation)) return operation;
  const { op, path, value } = operation;
  if (typeof path !== "string") return operation;
  if (op === "remove") return removal(operation, path, form);
  if (value === undefined) return operation;
  if (path === "/status" && isJsonObject(value)) {
    return { ...operation, value: writtenStatus(value, form) };
  }
  const member = memberAt(path);
  if (member === undefined) return operation;
  return { ...operation, value: writtenMember(member, value, form) };
}

/**
 * Returns the operation that resets a required property to its placeholder, because a required property cannot be
 * removed. Other removals stay unchanged.
 */
function removal(operation: JsonObject, path: string, form: StatusForm): JsonObject {
  const kept = placeholderOf(memberAt(path) ?? "", form);
  return kept === undefined ? operation : { op: "replace", path, value: kept };
}

function memberAt(path: string): string | undefined {
  const [, name] = /^\/status\/([^/]+)$/u.exec(path) ?? [];
  return name?.replaceAll("~1", "/").replaceAll("~0", "~");
}
