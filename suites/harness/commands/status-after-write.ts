import { isJsonList, isJsonObject } from "#contract";
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
  const { wholeLists } = kind;
  if (mode === "apply") {
    return laidOver(withoutApplied(beginning, earlier, wholeLists), submitted, wholeLists);
  }
  if (mode === "replace") {
    // A mutation that replaces its own fields keeps the fields of other mutations.
    const own = kind.statusMembers?.[via];
    const others = Object.entries(own === undefined ? {} : beginning);
    return { ...Object.fromEntries(others.filter(([name]) => !own?.includes(name))), ...submitted };
  }
  return submissions.reduce((below, above) => merged(below, above), beginning);
}

/**
 * Merges one status into another. Lists whose items all have a type are merged by type, except `wholeLists`, which
 * are replaced.
 */
export function laidOver(
  below: JsonObject,
  above: JsonObject,
  wholeLists: readonly string[] = [],
): JsonObject {
  return laidOverAt(below, above, { steps: [], whole: new Set(wholeLists) });
}

/**
 * Removes the fields and the list items that earlier applies contained: the next apply of the same manager removes them
 * unless it contains them too.
 */
function withoutApplied(
  initial: JsonObject,
  applied: readonly JsonObject[],
  wholeLists: readonly string[] = [],
): JsonObject {
  const place = { steps: [], whole: new Set(wholeLists) };
  return applied.reduce((below, above) => withoutFields(below, above, place), initial);
}

function withoutFields(below: JsonObject, above: JsonObject, { steps, whole }: Place): JsonObject {
  const left = Object.entries(below).flatMap(([name, value]) => {
    const place = { steps: [...steps, name], whole };
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
  const items = below.filter((item) => !types.has(typeOf(item)));
  return items.length === 0 ? undefined : items;
}

interface Place {
  readonly steps: readonly string[];
  readonly whole: ReadonlySet<string>;
}

function laidOverAt(below: JsonObject, above: JsonObject, { steps, whole }: Place): JsonObject {
  const members = new Map<string, JsonValue>(Object.entries(below));
  for (const [name, value] of Object.entries(above)) {
    members.set(name, joined(members.get(name), value, { steps: [...steps, name], whole }));
  }
  return Object.fromEntries(members);
}

function joined(below: JsonValue | undefined, above: JsonValue, place: Place): JsonValue {
  if (isJsonObject(below) && isJsonObject(above)) return laidOverAt(below, above, place);
  if (!isJsonList(below) || !isJsonList(above) || isWhole(place)) return above;
  const types = new Set(above.map(typeOf));
  const isJoined = [...below, ...above].every((item) => typeOf(item) !== undefined);
  return isJoined ? [...below.filter((item) => !types.has(typeOf(item))), ...above] : above;
}

function isWhole({ steps, whole }: Place): boolean {
  return whole.has(steps.join("."));
}

function typeOf(item: JsonValue): string | undefined {
  const type = isJsonObject(item) ? item["type"] : undefined;
  return typeof type === "string" ? type : undefined;
}
