import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, RefusalReason } from "#contract";
import type { Exchange } from "#targets";
import { signsAt } from "#targets/graphql";
import type { OperationVerb } from "#targets/graphql";

export interface ProvokedRefusal {
  readonly reason: Exclude<RefusalReason, "unclassified">;
  readonly exchange: Exchange;
  /** Responses to accepted writes of the same kind. None by default. */
  readonly accepted?: readonly Exchange[];
  /** Paths of counts of 0 in the result of a write. An accepted write returned more than 0. */
  readonly counts?: readonly string[];
  /** The verb of the rejected request. An indicator may have different meanings for different verbs. */
  readonly verb?: OperationVerb;
  /** Set if the request had no credential. */
  readonly isAnonymous?: true;
  /** Strings that only this request contains, such as the object's name. */
  readonly particulars: readonly string[];
  /** The current version at the time of the rejection, if known. */
  readonly current?: string;
  /** Fields that only group operations and contain their results. */
  readonly groups: ReadonlySet<string>;
  /**
   * Fields of results that contain the object, each with the path of its version. An empty name denotes the whole
   * result.
   */
  readonly objects?: ReadonlyMap<string, string>;
}

/** The conventional path of error codes. */
export const usualCode = "extensions.code";

const standardMembers: ReadonlySet<string> = new Set(["message", "locations", "path", "data"]);

/** Maximum depth of the objects that are searched, in levels. */
const mostLevels = 4;

/** Finds the objects in an error that can contain codes and causes, by path. The error itself has an empty path. */
export function holdersOf(error: JsonObject | undefined): ReadonlyMap<string, JsonObject> {
  const own = Object.entries(error ?? {}).filter(([name]) => !standardMembers.has(name));
  return objectsIn(Object.fromEntries(own));
}

/** Includes the object itself, but not the objects in lists. */
export function objectsIn(root: JsonObject): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  const walk = (holder: JsonObject, at: string, level: number): void => {
    found.set(at, holder);
    for (const [name, value] of Object.entries(holder)) {
      if (isJsonObject(value) && level < mostLevels) walk(value, below(at, name), level + 1);
    }
  };
  walk(root, "", 0);
  return found;
}

export function leavesOf(error: JsonObject | undefined): ReadonlyMap<string, JsonValue> {
  const all = [...holdersOf(error)].flatMap(([at, holder]) =>
    Object.entries(holder)
      .filter(([, value]) => value !== null && typeof value !== "object")
      .map(([name, value]) => [below(at, name), value] as const),
  );
  return new Map(all);
}

/** Like {@link leavesOf}, with the fields of the first object in each list: the path of a list leads to it first. */
export function listedLeavesOf(error: JsonObject | undefined): ReadonlyMap<string, JsonValue> {
  const all = new Map(leavesOf(error));
  for (const [at, holder] of holdersOf(error)) {
    for (const [name, value] of Object.entries(holder)) {
      const first: unknown = Array.isArray(value) ? value[0] : undefined;
      if (!isJsonObject(first)) continue;
      for (const [path, leaf] of leavesOf(first)) all.set(below(below(at, name), path), leaf);
    }
  }
  return all;
}

export function below(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}

export function sentencesIn(result: JsonObject): string | undefined {
  return Object.entries(result).find(([, value]) => {
    const first: unknown = Array.isArray(value) ? value[0] : undefined;
    return typeof first === "string" && sentence.test(first);
  })?.[0];
}

export const sentence = /\S\s\S/u;

export type Result = Pick<ProvokedRefusal, "exchange" | "groups" | "objects">;

/** Path of an object that is the whole result of its operation. */
export const wholePath = "";

export function resultOf(result: Result): JsonObject {
  const { exchange, objects } = result;
  const whole = wholeResult(result);
  // Another mutation of the same kind may return a payload instead of the object.
  const version = objects?.get(wholePath);
  const isObject = version !== undefined && signsAt(whole, version).length > 0;
  if (exchange.outcome.result === "object" && isObject) return {};
  const own = Object.entries(whole).filter(([name]) => objects?.has(name) !== true);
  return Object.fromEntries(own);
}

export function wholeResult({ exchange, groups }: Result): JsonObject {
  let members = membersOf(membersOf(exchange.reply?.body)["data"]);
  for (;;) {
    const [field] = Object.entries(members);
    if (field === undefined) return {};
    members = membersOf(field[1]);
    if (!groups.has(field[0])) return members;
  }
}

export function errorOf({ reply }: Exchange): JsonObject | undefined {
  const body = membersOf(reply?.body);
  const { errors } = body;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return isJsonObject(first) ? first : undefined;
}

function membersOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
