import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import { merged } from "#model";
import type { CheckContext } from "../session/check.ts";
import { mutationOf, statusBeginning } from "./commands.ts";

/**
 * Returns the status of a new object after its first status write, through the tested mutation. Includes initial fields
 * that the mutation preserves.
 */
export function statusAfterWrite(
  context: Pick<CheckContext, "kind" | "via"> & {
    readonly target: Pick<CheckContext["target"], "semantics">;
  },
  created: Pick<Resource, "status">,
  submitted: JsonObject,
): JsonObject {
  const { kind } = context;
  const via = mutationOf(context) ?? "";
  const mode = kind.statusModes[via];
  const initial = statusBeginning(context, created);
  if (mode === "replace") {
    // A mutation that replaces its own fields keeps the fields of other mutations.
    const own = kind.statusMembers?.[via];
    const others = Object.entries(own === undefined ? {} : initial);
    return { ...Object.fromEntries(others.filter(([name]) => !own?.includes(name))), ...submitted };
  }
  const { wholeLists } = kind;
  return mode === "apply" ? laidOver(initial, submitted, wholeLists) : merged(initial, submitted);
}

/** Merges one status into another. List items with a type are merged by type, except in lists without keys. */
export function laidOver(
  below: JsonObject,
  above: JsonObject,
  wholeLists: readonly string[] = [],
): JsonObject {
  return laidOverAt(below, above, { steps: [], whole: new Set(wholeLists) });
}

interface Place {
  readonly steps: readonly string[];
  /** Paths of the lists that are replaced. */
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
  if (!isJsonList(below) || !isJsonList(above) || place.whole.has(place.steps.join(".")))
    return above;
  const types = new Set(above.map(typeOf));
  const isJoined = [...below, ...above].every((item) => typeOf(item) !== undefined);
  return isJoined ? [...below.filter((item) => !types.has(typeOf(item))), ...above] : above;
}

function typeOf(item: JsonValue): string | undefined {
  const type = isJsonObject(item) ? item["type"] : undefined;
  return typeof type === "string" ? type : undefined;
}
