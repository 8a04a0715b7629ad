import { isJsonList, isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import { merged } from "#model";
import type { CheckContext } from "../session/check.ts";
import { mutationOf, statusBeginning } from "./sample-commands.ts";

type Written = Pick<CheckContext, "kind" | "via"> & {
  readonly target: Pick<CheckContext["target"], "semantics">;
};

/**
 * Returns the status of a new object after its first status write, through the tested mutation. Includes initial fields
 * that the mutation preserves.
 */
export function statusAfterWrite(
  context: Written,
  created: Pick<Resource, "status">,
  submitted: JsonObject,
): JsonObject {
  return statusAfterWrites(context, created, [submitted]);
}

/** Returns the status of a new object after several status writes of the same manager, through the tested mutation. */
export function statusAfterWrites(
  context: Written,
  created: Pick<Resource, "status">,
  submissions: readonly JsonObject[],
): JsonObject {
  const submitted = submissions.at(-1) ?? {};
  const earlier = submissions.slice(0, -1);
  const { kind } = context;
  const via = mutationOf(context) ?? "";
  const mode = kind.statusModes[via];
  const beginning = statusBeginning(context, created);
  if (mode === "apply") {
    return laidOver(withoutApplied(beginning, earlier, kind), submitted, kind);
  }
  if (mode === "replace") {
    // A mutation that replaces its own fields keeps the fields of other mutations.
    const own = kind.statusMembers?.[via];
    const others = Object.entries(own === undefined ? {} : beginning);
    return { ...Object.fromEntries(others.filter(([name]) => !own?.includes(name))), ...submitted };
  }
  return submissions.reduce((below, above) => merged(below, above), beginning);
}

type MergedLists = Pick<CheckContext["kind"], "setLists" | "wholeLists">;

/**
 * Merges one status into another. Lists whose items all have a type are merged by type, except `wholeLists`, which
 * are replaced, and `setLists`, to which values are added.
 */
export function laidOver(
  below: JsonObject,
  above: JsonObject,
  lists: MergedLists = {},
): JsonObject {
  return laidOverAt(below, above, { steps: [], lists });
}

/**
 * Removes the fields and the list items that earlier applies contained: the next apply of the same manager removes them
 * unless it contains them too.
 */
function withoutApplied(
  initial: JsonObject,
  applied: readonly JsonObject[],
  lists: MergedLists,
): JsonObject {
  const place = { steps: [], lists };
  return applied.reduce((below, above) => withoutFields(below, above, place), initial);
}

function withoutFields(below: JsonObject, above: JsonObject, { steps, lists }: Place): JsonObject {
  const left = Object.entries(below).flatMap(([name, value]) => {
    const place = { steps: [...steps, name], lists };
    const rest = withoutValue(value, above[name], place);
    return rest === undefined ? [] : [[name, rest] as const];
  });
  return Object.fromEntries(left);
}

function withoutValue(
  below: JsonValue,
  above: JsonValue | undefined,
  place: Place,
): JsonValue | undefined {
  if (above === undefined) return below;
  if (isJsonObject(below) && isJsonObject(above)) return withoutFields(below, above, place);
  if (!isJsonList(below) || !isJsonList(above) || isWhole(place)) return undefined;
  const types = new Set([undefined, ...above.map(typeOf)]);
  const items = isSet(place)
    ? below.filter((item) => !has(above, item))
    : below.filter((item) => !types.has(typeOf(item)));
  return items.length === 0 ? undefined : items;
}

interface Place {
  readonly steps: readonly string[];
  readonly lists: MergedLists;
}

function laidOverAt(below: JsonObject, above: JsonObject, { steps, lists }: Place): JsonObject {
  const members = new Map<string, JsonValue>(Object.entries(below));
  for (const [name, value] of Object.entries(above)) {
    members.set(name, joined(members.get(name), value, { steps: [...steps, name], lists }));
  }
  return Object.fromEntries(members);
}

function joined(below: JsonValue | undefined, above: JsonValue, place: Place): JsonValue {
  if (isJsonObject(below) && isJsonObject(above)) return laidOverAt(below, above, place);
  if (!isJsonList(below) || !isJsonList(above) || isWhole(place)) return above;
  if (isSet(place)) return united(below, above);
  const types = new Set(above.map(typeOf));
  const isJoined = [...below, ...above].every((item) => typeOf(item) !== undefined);
  return isJoined ? [...below.filter((item) => !types.has(typeOf(item))), ...above] : above;
}

/**
 * Joins two sets in the order of Kubernetes' `structured-merge-diff`: the values of `above` in their order, and each
 * other value where `below` has it.
 */
function united(below: readonly JsonValue[], above: readonly JsonValue[]): readonly JsonValue[] {
  const values: JsonValue[] = [];
  let rest = below;
  const takeOthers = (): void => {
    const end = rest.findIndex((item) => has(above, item) && !has(values, item));
    const next = end === -1 ? rest : rest.slice(0, end);
    values.push(...next.filter((item) => !has(above, item)));
    rest = rest.slice(next.length);
  };
  for (const value of above) {
    takeOthers();
    values.push(value);
  }
  takeOthers();
  return values;
}

function has(values: readonly JsonValue[], value: JsonValue): boolean {
  return values.some((one) => jsonEquals(one, value));
}

function isWhole({ steps, lists: { wholeLists = [] } }: Place): boolean {
  return wholeLists.includes(steps.join("."));
}

function isSet({ steps, lists: { setLists = [] } }: Place): boolean {
  return setLists.includes(steps.join("."));
}

function typeOf(item: JsonValue): string | undefined {
  const type = isJsonObject(item) ? item["type"] : undefined;
  return typeof type === "string" ? type : undefined;
}
