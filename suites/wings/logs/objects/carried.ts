import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { changesBetween } from "#harness";
import type { Change } from "#harness";
import type { LoggedRequest } from "../port/logged-request.ts";

/** Whether a request asked for a change, as opposed to one that the server or an unlogged client made. */
export type Carries = (change: Change) => boolean;

/** What a request asked for, from the body that was logged. Without a body nothing is known to be asked for. */
export function carriedBy({ verb, sent, patch, stored }: LoggedRequest): Carries {
  if (verb === "patch") return patch === undefined ? never : carriedByPatch(patch);
  if (sent === undefined || stored === undefined) return never;
  const replaced = new Set(differences(sent.fields, stored.fields).map(({ path }) => path));
  return ({ path }) => !replaced.has(path);
}

/** What is different between the fields of two objects. */
export function differences(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): readonly Change[] {
  // The root of all paths is the object itself, which has no name.
  return changesBetween(before, after, "").map((change) => ({
    ...change,
    path: change.path.slice(1),
  }));
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
    // A list that is sent replaces the one that was there; what is null removes all below it.
    if (listsAbove(path).some((list) => lists.has(list))) return true;
    return [...leaves].some(([above, value]) => value === null && path.startsWith(`${above}.`));
  };
}

/** `status.conditions[Ready].reason` is in the list `status.conditions`. */
function listsAbove(path: string): readonly string[] {
  const at = path.indexOf("[");
  return at < 0 ? [] : [path.slice(0, at)];
}

/** A JSON Patch names places by their position, a change names items by their type: the list is what both have. */
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
