import { isJsonObject, jsonEquals } from "#contract";
import type { JsonValue } from "#contract";
import type { Change } from "#harness";
import { differences, unlikeFields } from "../port/body-differences.ts";
import type { LoggedRequest, UnlikeField } from "../port/logged-request.ts";

/** Whether a request contains a change. The server, or an unlogged client, made all other changes. */
export type Carries = (change: Change) => boolean;

/** Uses the logged body of the request. Without a body, no changes are known. */
export function carriedBy(request: LoggedRequest): Carries {
  const { verb, sent, unlike, patch, stored } = request;
  if (verb === "patch") return patch === undefined ? never : carriedByPatch(patch);
  if (unlike === undefined && (sent === undefined || stored === undefined)) return never;
  const replaced = new Set(unlikeFieldsOf(request).map(({ path }) => path));
  return ({ path }) => !replaced.has(path);
}

export function unlikeFieldsOf({ sent, unlike, stored }: LoggedRequest): readonly UnlikeField[] {
  if (unlike !== undefined) return unlike;
  return sent === undefined || stored === undefined ? [] : unlikeFields(sent, stored);
}

function never(): boolean {
  return false;
}

function carriedByPatch(patch: JsonValue): Carries {
  if (Array.isArray(patch)) return carriedByOperations(patch);
  if (!isJsonObject(patch)) return never;
  const leaves = new Map(differences({}, patch).map(({ path, after }) => [path, after]));
  const lists = new Set([...leaves.keys()].flatMap(listsAbove));
  return ({ path, after }) => {
    const sent = leaves.get(path);
    if (sent !== undefined) return jsonEquals(sent ?? null, after ?? null);
    if (after !== undefined) return false;
    // A list in a request replaces the stored list; a null removes all fields below it.
    if (listsAbove(path).some((list) => lists.has(list))) return true;
    return [...leaves].some(([above, value]) => value === null && path.startsWith(`${above}.`));
  };
}

/** Returns the path of the list that contains a field: `status.conditions` for `status.conditions[Ready].reason`. */
function listsAbove(path: string): readonly string[] {
  const at = path.indexOf("[");
  return at < 0 ? [] : [path.slice(0, at)];
}

/**
 * Returns a predicate for the changes that a JSON Patch contains. The patch identifies list items by index, and a
 * recorded change identifies them by type; both contain the path of the list.
 */
function carriedByOperations(operations: readonly JsonValue[]): Carries {
  const places = operations.flatMap((operation) => {
    const pointer = isJsonObject(operation) ? operation["path"] : undefined;
    return typeof pointer === "string" && pointer.startsWith("/") ? [placeOf(pointer)] : [];
  });
  return ({ path }) =>
    places.some(
      (place) => path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`),
    );
}

function placeOf(pointer: string): string {
  const steps = pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const list = steps.findIndex((step) => /^(?:\d+|-)$/u.test(step));
  return (list < 0 ? steps : steps.slice(0, list)).join(".");
}
