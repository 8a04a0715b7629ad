import { applyPatch } from "rfc6902";
import type { Operation } from "rfc6902";
import { jsonEquals } from "#contract";
import type { JsonObject } from "#contract";
import type { Cause } from "../values/refusal.ts";
import { contentLimits } from "../values/content-limits.ts";
import { isDeeperThan } from "../values/json-bounds.ts";
import { fieldAt, canAddAt, parsePointer, valueAt } from "../values/parse-pointer.ts";
import type { PatchOperation } from "../values/read-json-patch.ts";

export interface Patched {
  /** The patched document, or the unchanged document if the patch fails. */
  readonly document: JsonObject;
  readonly causes: readonly Cause[];
}

/**
 * Applies the operations of a JSON patch (RFC 6902) to a copy of the document, in order, all or none. The library only
 * changes values. Pointers and tests are evaluated here, because the library follows inherited properties, accepts any
 * string as an index, and compares lists in quadratic time.
 */
export function applyJsonPatch(
  document: JsonObject,
  operations: readonly PatchOperation[],
): Patched {
  const patched = structuredClone(document);
  const state = { patched, copiedCharacters: 0 };
  for (const operation of operations) {
    const problem = carryOut(operation, state);
    if (problem !== undefined) return { document, causes: [failure(operation, problem)] };
  }
  if (isDeeperThan(patched, contentLimits.jsonLevels)) {
    const message = `status has more than ${contentLimits.jsonLevels} levels.`;
    return { document, causes: [{ reason: "FieldValueInvalid", field: "status", message }] };
  }
  return { document: patched, causes: [] };
}

interface State {
  readonly patched: JsonObject;
  copiedCharacters: number;
}

function carryOut(operation: PatchOperation, state: State): string | undefined {
  const { patched } = state;
  const path = parsePointer(operation.path) ?? [];
  switch (operation.op) {
    case "test":
      return jsonEquals(valueAt(patched, path), operation.value) ? undefined : "has another value.";
    case "add":
      return canAddAt(patched, path)
        ? change(patched, operation)
        : "cannot be added, because its parent does not exist.";
    case "remove":
    case "replace":
      return valueAt(patched, path) === undefined ? "does not exist." : change(patched, operation);
    case "copy":
    case "move":
      return transfer(operation, state);
  }
}

/**
 * Applies a move or a copy. In RFC 6902, a move is a removal followed by an addition, and a copy is only the addition.
 */
function transfer(
  {
    op,
    from,
    path,
  }: { readonly op: "move" | "copy"; readonly from: string; readonly path: string },
  state: State,
): string | undefined {
  const value = valueAt(state.patched, parsePointer(from) ?? []);
  if (value === undefined) return `cannot be copied or moved from ${from}, which does not exist.`;
  if (op === "move") {
    const isGone = change(state.patched, { op: "remove", path: from });
    return isGone ?? carryOut({ op: "add", path, value }, state);
  }
  state.copiedCharacters += JSON.stringify(value).length;
  return state.copiedCharacters > contentLimits.patchCopyCharacters
    ? `exceeds the limit of ${contentLimits.patchCopyCharacters} characters that a patch may copy.`
    : carryOut({ op: "add", path, value }, state);
}

function change(patched: JsonObject, operation: Operation): string | undefined {
  const [error] = applyPatch(patched, [operation]);
  return error === null ? undefined : "cannot be changed.";
}

function failure({ op, path }: PatchOperation, problem: string): Cause {
  const field = fieldAt(parsePointer(path) ?? []);
  const message = `${op} failed: ${path === "" ? "the object" : path} ${problem}`;
  return field === ""
    ? { reason: "PatchFailed", message }
    : { reason: "PatchFailed", field, message };
}
