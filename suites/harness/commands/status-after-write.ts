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
 * are replaced, and `setLists`, to which values are added. The order of a set has no meaning; see {@link inStoredOrder}.
 */
export function laidOver(
  below: JsonObject,
  above: JsonObject,
  lists: MergedLists = {},
): JsonObject {
  return laidOverAt(below, above, { steps: [], lists });
}

/** Returns an expected status whose sets have the order in which a server has stored the same values. */
export function inStoredOrder(
  expected: JsonObject,
  stored: JsonObject | undefined,
  { setLists = [] }: Pick<MergedLists, "setLists">,
): JsonObject {
  return setLists.reduce((status, path) => ordered(status, stored, path.split(".")), expected);
}

function ordered(
  status: JsonObject,
  stored: JsonObject | undefined,
  [step = "", ...rest]: readonly string[],
): JsonObject {
  const [wanted, shown] = [status[step], stored?.[step]];
  if (isJsonObject(wanted) && isJsonObject(shown)) {
    return { ...status, [step]: ordered(wanted, shown, rest) };
  }
  if (!isJsonList(wanted) || !isJsonList(shown) || rest.length > 0) return status;
  const isSameSet = wanted.length === shown.length && wanted.every((value) => has(shown, value));
  return isSameSet ? { ...status, [step]: shown } : status;
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
  if (isSet(place)) return [...below.filter((item) => !has(above, item)), ...above];
  const types = new Set(above.map(typeOf));
  const isJoined = [...below, ...above].every((item) => typeOf(item) !== undefined);
  return isJoined ? [...below.filter((item) => !types.has(typeOf(item))), ...above] : above;
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
