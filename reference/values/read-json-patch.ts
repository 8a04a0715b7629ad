import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { Cause } from "./refusal.ts";
import { contentLimits } from "./content-limits.ts";
import { isPrototypeKey, prototypeKeysIn } from "./json-bounds.ts";
import { fieldAt, parsePointer } from "./parse-pointer.ts";

export type PatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: JsonValue }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly path: string; readonly from: string };

export interface ReadPatch {
  readonly operations: readonly PatchOperation[];
  readonly causes: readonly Cause[];
}

/** Parses a JSON patch that may only change the status. Checks everything that does not depend on the stored object. */
export function readJsonPatch(patch: JsonValue): ReadPatch {
  if (!isJsonList(patch)) return { operations: [], causes: [invalid("patch", "must be a list.")] };
  if (patch.length > contentLimits.patchOperations) {
    const problem = `may have at most ${contentLimits.patchOperations} operations.`;
    return { operations: [], causes: [invalid("patch", problem)] };
  }
  const operations: PatchOperation[] = [];
  const causes: Cause[] = [];
  for (const [index, sent] of patch.entries()) {
    const operation = readOperation(sent);
    if (typeof operation === "string") causes.push(invalid(`patch[${index}]`, operation));
    else {
      operations.push(operation);
      causes.push(...judgeOperation(operation, `patch[${index}]`));
    }
  }
  return { operations, causes: causes.slice(0, contentLimits.causes) };
}

function readOperation(sent: JsonValue): PatchOperation | string {
  if (!isJsonObject(sent)) return "must be an object.";
  const { op, path, from, value } = sent;
  if (typeof op !== "string") return unknownOperation;
  if (typeof path !== "string" || parsePointer(path) === undefined) {
    return "needs a JSON pointer in path.";
  }
  switch (op) {
    case "add":
    case "replace":
    case "test":
      return value === undefined ? `needs a value to ${op}.` : { op, path, value };
    case "remove":
      return { op, path };
    case "move":
    case "copy":
      return typeof from !== "string" || parsePointer(from) === undefined
        ? "needs a JSON pointer in from."
        : { op, path, from };
  }
  return unknownOperation;
}

const unknownOperation = "needs add, remove, replace, move, copy or test in op.";

function judgeOperation(operation: PatchOperation, name: string): readonly Cause[] {
  const pointers = "from" in operation ? [operation.path, operation.from] : [operation.path];
  const paths = pointers.map((pointer) => parsePointer(pointer) ?? []);
  const keys = "value" in operation ? prototypeKeysIn(operation.value, `${name}.value`) : [];
  return [
    ...paths.flatMap((tokens) => judgePath(tokens, name)),
    ...keys.map((field) => forbidden(field, "has a reserved name.")),
    ...changedBy(operation)
      .map((pointer) => parsePointer(pointer) ?? [])
      .filter((tokens) => tokens[0] !== "status")
      .map((tokens) => forbidden(fieldAt(tokens), "cannot be changed by a status write.")),
  ];
}

function judgePath(tokens: readonly string[], name: string): readonly Cause[] {
  if (tokens.some(isPrototypeKey)) {
    return [forbidden(fieldAt(tokens), "has a reserved name.")];
  }
  return tokens.length > contentLimits.jsonLevels
    ? [invalid(name, `is nested deeper than level ${contentLimits.jsonLevels}.`)]
    : [];
}

/** Returns the pointers that an operation changes. A move also changes its source. */
function changedBy(operation: PatchOperation): readonly string[] {
  switch (operation.op) {
    case "test":
      return [];
    case "move":
      return [operation.from, operation.path];
    case "add":
    case "remove":
    case "replace":
    case "copy":
      return [operation.path];
  }
}

function invalid(field: string, problem: string): Cause {
  return { reason: "FieldValueInvalid", field, message: `${field} ${problem}` };
}

function forbidden(field: string, problem: string): Cause {
  // A pointer to the whole object contains no field name.
  const named = field === "" ? "The object itself" : field;
  const cause = { reason: "FieldForbidden", message: `${named} ${problem}` } as const;
  return field === "" ? cause : { ...cause, field };
}
