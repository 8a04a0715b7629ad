import { isJsonObject, jsonEquals, nameOfStep, pointerStep } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

export type Owners = ReadonlyMap<string, ReadonlySet<string>>;

export interface Application {
  readonly status: JsonObject;
  readonly owners: Owners;
  /** Fields of other owners that the apply would change. Changing them requires force. */
  readonly conflicts: readonly string[];
}

/** Returns the leaf values by JSON pointer. An object is a leaf only if it is empty. */
export function leavesOf(value: JsonValue | undefined, path = ""): ReadonlyMap<string, JsonValue> {
  if (value === undefined) return new Map();
  const members = isJsonObject(value) ? Object.entries(value) : [];
  if (members.length === 0) return new Map(path === "" ? [] : [[path, value]]);
  return new Map(
    members.flatMap(([name, inner]) => [...leavesOf(inner, `${path}/${pointerStep(name)}`)]),
  );
}

function filledLeavesOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  return new Map([...leavesOf(value)].filter(([, leaf]) => !isJsonObject(leaf)));
}

/**
 * Returns the owners after a write that is not an apply. The writer becomes the only owner of each leaf that it
 * changes.
 */
export function takeChanged(
  owners: Owners,
  writer: string,
  states: { readonly before: JsonObject | undefined; readonly after: JsonObject | undefined },
): Owners {
  const before = leavesOf(states.before);
  const after = leavesOf(states.after);
  const next = claimsIn(owners);
  for (const [path, value] of after) {
    const isSame = jsonEquals(before.get(path), value);
    const kept = isSame ? owners.get(path) : new Set([writer]);
    if (kept !== undefined) next.set(path, kept);
  }
  return next;
}

/**
 * Merges an applied status without lists into a stored one. Removes fields that the manager applied before, now omits,
 * and owns alone. Also removes parents that become empty.
 */
export function applyStatus(
  stored: { readonly status: JsonObject | undefined; readonly owners: Owners },
  manager: string,
  applied: JsonObject,
): Application {
  // An object without fields claims no field, and must not hide the fields of other owners.
  const before = filledLeavesOf(stored.status);
  const wanted = filledLeavesOf(applied);
  const isOwnAlone = (path: string): boolean => {
    const owners = stored.owners.get(path);
    return owners?.size === 1 && owners.has(manager);
  };
  const kept = [...before].filter(([path]) => wanted.has(path) || !isOwnAlone(path));
  const leaves = new Map([...kept, ...wanted]);
  const differs = (path: string): boolean => !jsonEquals(before.get(path), wanted.get(path));
  const conflicts = [...wanted.keys()].filter((path) => {
    const others = [...(stored.owners.get(path) ?? [])].filter((owner) => owner !== manager);
    return differs(path) && others.length > 0;
  });
  const owners = claimsIn(stored.owners);
  if ([...leavesOf(applied).values()].some(isJsonObject)) {
    owners.set(whole, new Set([...(owners.get(whole) ?? []), manager]));
  }
  for (const path of leaves.keys()) {
    const earlier = new Set(stored.owners.get(path));
    earlier.delete(manager);
    const all = wanted.has(path) ? [...(differs(path) ? [] : earlier), manager] : [...earlier];
    if (all.length > 0) owners.set(path, new Set(all));
  }
  return { status: fromLeaves(leaves), owners, conflicts };
}

/**
 * Whether the manager applied an object without fields, in which case the target may or may not record the manager as
 * its owner.
 */
export function mayHaveClaimed(owners: Owners, manager: string): boolean {
  return owners.get(whole)?.has(manager) === true;
}

export function isSameOwners(left: Owners, right: Owners): boolean {
  return (
    left.size === right.size && [...left].every(([path, of]) => isSameSet(of, right.get(path)))
  );
}

/** The JSON pointer of the whole status. */
const whole = "";

function claimsIn(owners: Owners): Map<string, ReadonlySet<string>> {
  const claims = owners.get(whole);
  return new Map(claims === undefined ? [] : [[whole, claims]]);
}

function isSameSet(left: ReadonlySet<string>, right: ReadonlySet<string> | undefined): boolean {
  return right !== undefined && left.size === right.size && [...left].every((of) => right.has(of));
}

function fromLeaves(leaves: ReadonlyMap<string, JsonValue>): JsonObject {
  const names = new Set([...leaves.keys()].map((path) => path.split("/")[1] ?? ""));
  return Object.fromEntries(
    [...names].map((name): [string, JsonValue] => {
      const prefix = `/${name}`;
      const own = leaves.get(prefix);
      if (own !== undefined) return [nameOfStep(name), own];
      const inner = [...leaves].filter(([path]) => path.startsWith(`${prefix}/`));
      return [
        nameOfStep(name),
        fromLeaves(new Map(inner.map(([path, value]) => [path.slice(prefix.length), value]))),
      ];
    }),
  );
}
