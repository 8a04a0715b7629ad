import { isJsonList, isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import { merged } from "#model";
import { anyEntry } from "#targets";
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
  context: Written & { readonly unowned?: Unowned },
  created: Pick<Resource, "status">,
  submissions: readonly JsonObject[],
): JsonObject {
  const submitted = submissions.at(-1) ?? {};
  const { kind, unowned = "removed" } = context;
  const via = mutationOf(context) ?? "";
  const mode = kind.statusModes[via];
  const beginning = statusBeginning(context, created);
  if (mode === "apply") return appliedInTurn(beginning, submissions, { ...listsOf(kind), unowned });
  if (mode === "replace") {
    // A mutation that replaces its own fields keeps the fields of other mutations.
    const own = kind.statusMembers?.[via];
    const others = Object.entries(own === undefined ? {} : beginning);
    return { ...Object.fromEntries(others.filter(([name]) => !own?.includes(name))), ...submitted };
  }
  return submissions.reduce((below, above) => merged(below, above), beginning);
}

/**
 * What happens to items without an owner in an object or a list whose owner omits it as a whole, or empties the list.
 * API servers remove them together with the object or the list.
 */
export type Unowned = "kept" | "removed";

interface MergedLists extends Pick<CheckContext["kind"], "keyedLists" | "setLists" | "wholeLists"> {
  readonly unowned?: Unowned;
}

function listsOf({ keyedLists, setLists, wholeLists }: CheckContext["kind"]): MergedLists {
  return {
    ...(keyedLists === undefined ? {} : { keyedLists }),
    ...(setLists === undefined ? {} : { setLists }),
    ...(wholeLists === undefined ? {} : { wholeLists }),
  };
}

/**
 * Merges one status into another, like an apply: items of `keyedLists` with equal keys are merged, `setLists` are
 * joined, and `wholeLists` are replaced. If the schema is unknown, lists whose items all have a type are merged by
 * type. The order of a set and of a list with keys has no meaning; see {@link inStoredOrder}.
 */
export function laidOver(
  below: JsonObject,
  above: JsonObject,
  lists: MergedLists = {},
): JsonObject {
  return laidOverAt(below, above, { steps: [], lists });
}

/**
 * Returns an expected status whose sets, and whose lists with keys, have the order in which a server has stored the
 * same items.
 */
export function inStoredOrder(
  expected: JsonObject,
  stored: JsonObject | undefined,
  { setLists = [], keyedLists = [] }: Pick<MergedLists, "keyedLists" | "setLists">,
): JsonObject {
  const sets = setLists.map((path) => ({ path, keys: [] }));
  return [...sets, ...keyedLists].reduce(
    (status, { path, keys }) => ordered(status, stored, { steps: path.split("."), keys }),
    expected,
  );
}

interface ListPlace {
  readonly steps: readonly string[];
  /** Empty for a set. */
  readonly keys: readonly string[];
}

function ordered(
  status: JsonObject,
  stored: JsonObject | undefined,
  { steps: [step = "", ...rest], keys }: ListPlace,
): JsonObject {
  if (step === anyEntry) {
    return Object.keys(status).reduce(
      (all, name) => ordered(all, stored, { steps: [name, ...rest], keys }),
      status,
    );
  }
  const [wanted, shown] = [status[step], stored?.[step]];
  if (isJsonObject(wanted) && isJsonObject(shown)) {
    return { ...status, [step]: ordered(wanted, shown, { steps: rest, keys }) };
  }
  if (!isJsonList(wanted) || !isJsonList(shown) || rest.length > 0) return status;
  const found = wanted.map((item) => shown.findIndex((other) => isSameItem(item, other, keys)));
  const isSame = wanted.length === shown.length && !found.includes(-1);
  if (!isSame || new Set(found).size < found.length) return status;
  const inOrder = shown.map((_, place) => wanted[found.indexOf(place)] ?? null);
  return { ...status, [step]: inOrder };
}

/**
 * Applies statuses in sequence, by one manager. Each apply removes the fields and the list items of the preceding apply
 * that it omits.
 */
function appliedInTurn(
  initial: JsonObject,
  submissions: readonly JsonObject[],
  lists: MergedLists,
): JsonObject {
  const place = { steps: [], lists };
  let status = initial;
  let owned: JsonObject = {};
  for (const submitted of submissions) {
    status = laidOver(withoutOmitted(status, { owned, submitted }, place), submitted, lists);
    owned = submitted;
  }
  return status;
}

interface Applies<Value> {
  /** The manager's preceding apply. */
  readonly owned: Value;
  readonly submitted: Value;
}

function withoutOmitted(
  stored: JsonObject,
  { owned, submitted }: Applies<JsonObject>,
  { steps, lists }: Place,
): JsonObject {
  const kept = Object.entries(stored).flatMap(([name, value]) => {
    const place = { steps: [...steps, name], lists };
    const applies = { owned: owned[name], submitted: submitted[name] };
    const rest = keptValue(value, applies, place);
    return rest === undefined ? [] : [[name, rest] as const];
  });
  return Object.fromEntries(kept);
}

/** Returns what an apply leaves of a value, before its own value is merged. Undefined if nothing is left. */
function keptValue(
  stored: JsonValue,
  { owned, submitted }: Applies<JsonValue | undefined>,
  place: Place,
): JsonValue | undefined {
  if (owned === undefined) return stored;
  const isOmitted = submitted === undefined || jsonEquals(submitted, []);
  if (isOmitted && place.lists.unowned !== "kept") return undefined;
  if (isJsonObject(stored) && isJsonObject(owned)) {
    const next = isJsonObject(submitted) ? submitted : {};
    return withoutOmitted(stored, { owned, submitted: next }, place);
  }
  if (!isJsonList(stored) || !isJsonList(owned) || isWhole(place)) {
    return submitted === undefined ? undefined : stored;
  }
  const items = keptItems(
    stored,
    { owned, submitted: isJsonList(submitted) ? submitted : [] },
    place,
  );
  return items.length === 0 ? undefined : items;
}

function keptItems(
  stored: readonly JsonValue[],
  { owned, submitted }: Applies<readonly JsonValue[]>,
  place: Place,
): readonly JsonValue[] {
  if (isSet(place)) return stored.filter((item) => !has(owned, item) || has(submitted, item));
  const [before, next] = [itemsByKey(owned, place), itemsByKey(submitted, place)];
  return stored.flatMap((item) => {
    const key = keyOf(item, place);
    // Items without a key are not merged, so the apply owned the whole list.
    if (key === undefined) return [];
    const [old, now] = [before.get(key), next.get(key)];
    if (old === undefined) return [item];
    if (now === undefined || !isJsonObject(item)) return [];
    return [withoutOmitted(item, { owned: old, submitted: now }, place)];
  });
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
  const isKeyed = [...below, ...above].every((item) => keyOf(item, place) !== undefined);
  return isKeyed ? joinedItems(below, above, place) : above;
}

/**
 * Merges items with equal keys. Keeps the order like API servers (`visitListItems` in structured-merge-diff): submitted
 * items in their order, and each stored item that is not submitted after the stored items before it.
 */
function joinedItems(
  below: readonly JsonValue[],
  above: readonly JsonValue[],
  place: Place,
): readonly JsonValue[] {
  const [stored, submitted] = [itemsByKey(below, place), itemsByKey(above, place)];
  const waiting = [...stored.keys()];
  const common = [...submitted.keys()].filter((key) => stored.has(key));
  const items: JsonValue[] = [];
  for (const [key, item] of submitted) {
    for (let next = waiting[0]; next !== undefined && next !== key; next = waiting[0]) {
      if (next === common[0]) break;
      if (!submitted.has(next)) items.push(...[stored.get(next) ?? []].flat());
      waiting.shift();
    }
    const known = stored.get(key);
    items.push(known === undefined ? item : laidOverAt(known, item, place));
    if (waiting[0] === key) waiting.shift();
    if (common[0] === key) common.shift();
  }
  const left = waiting.filter((key) => !submitted.has(key));
  return [...items, ...left.flatMap((key) => stored.get(key) ?? [])];
}

function itemsByKey(items: readonly JsonValue[], place: Place): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const item of items) {
    const key = keyOf(item, place);
    if (key !== undefined && isJsonObject(item)) found.set(key, item);
  }
  return found;
}

function has(values: readonly JsonValue[], value: JsonValue): boolean {
  return values.some((one) => jsonEquals(one, value));
}

/** Whether a path of a list in the status, in which `*` is the key of any map entry, leads to a place. */
export function isPathOf(path: string, steps: readonly string[]): boolean {
  if (!path.includes(anyEntry)) return path === steps.join(".");
  const wanted = path.split(".");
  return (
    wanted.length === steps.length &&
    wanted.every((step, place) => step === anyEntry || step === steps[place])
  );
}

function isWhole({ steps, lists: { wholeLists = [] } }: Place): boolean {
  return wholeLists.some((path) => isPathOf(path, steps));
}

function isSet({ steps, lists: { setLists = [] } }: Place): boolean {
  return setLists.some((path) => isPathOf(path, steps));
}

/** Returns the key of a list item. Undefined if the list has no keys, or the item lacks all of them. */
function keyOf(item: JsonValue, { steps, lists }: Place): string | undefined {
  const { keyedLists = [], wholeLists } = lists;
  const known = keyedLists.find(({ path }) => isPathOf(path, steps));
  if (known === undefined && wholeLists !== undefined) return undefined;
  if (!isJsonObject(item)) return undefined;
  if (known === undefined && typeof item["type"] !== "string") return undefined;
  return identityIn(item, known?.keys ?? ["type"]);
}

function identityIn(item: JsonObject, keys: readonly string[]): string {
  return JSON.stringify(keys.map((key) => item[key] ?? null));
}

/** Whether two items have equal keys or, in a set, are equal. */
function isSameItem(left: JsonValue, right: JsonValue, keys: readonly string[]): boolean {
  if (keys.length === 0 || !isJsonObject(left) || !isJsonObject(right)) {
    return jsonEquals(left, right);
  }
  return identityIn(left, keys) === identityIn(right, keys);
}
