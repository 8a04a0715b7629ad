import { getNamedType, isCompositeType, isEnumType, isNonNullType, isObjectType } from "graphql";
import type { GraphQLEnumType, GraphQLNamedType, GraphQLOutputType, GraphQLSchema } from "graphql";
import type { WatchEvent } from "#contract";
import type { EventMeaning, WatchOperation } from "#targets/graphql";
import type { outputFields } from "./root-fields.ts";
import { roleOf } from "./role-words.ts";
import { plain } from "./shapes.ts";

interface TypeMember {
  readonly path: string;
  readonly names: Readonly<Record<string, EventMeaning>>;
  /** Whether the schema declares the names. They are assumed otherwise. */
  readonly isSaid: boolean;
}

export function saidIn(members: ReturnType<typeof outputFields>): TypeMember | undefined {
  for (const [path, type] of Object.entries(members)) {
    const names = eventNames(getNamedType(type));
    if (names !== undefined) return { path, names, isSaid: true };
  }
  return undefined;
}

/** @param echoed Names of the arguments of the subscription. A text of the same name repeats the argument. */
export function typeMember(
  members: ReturnType<typeof outputFields>,
  written: ReadonlySet<string> | undefined,
  echoed: readonly string[],
): TypeMember | undefined {
  const ordered = saidIn(members) ?? enumerationIn(members, written);
  if (ordered !== undefined) return ordered;
  const texts = Object.keys(members).filter(
    (name) => members[name] !== undefined && getNamedType(members[name]).name === "String",
  );
  const usual = ["type", "event", "eventType", "action", "op", "operation", "change"];
  const promises = Object.values(members).some((type) => isNonNullType(type));
  const required = texts.filter(
    (name) =>
      (isNonNullType(members[name]) || !promises) &&
      roleOf(name) === undefined &&
      !positionWord.test(plain(name)) &&
      !echoed.includes(name),
  );
  const path =
    usual.find((name) => texts.includes(name)) ??
    (required.length === 1 ? required[0] : undefined) ??
    (required.length === 0 && isOfOneKind(members)
      ? texts.find((name) => plain(name) === "kind")
      : undefined);
  return path === undefined ? undefined : { path, names: usualNames, isSaid: false };
}

/** Whether events contain objects of one type only. Otherwise, a field `kind` contains the kind of the object. */
function isOfOneKind(members: ReturnType<typeof outputFields>): boolean {
  const composite = Object.values(members).map(getNamedType).filter(isCompositeType);
  return composite.length === 1 && composite.every(isObjectType);
}

/** Names of fields that contain the position or the time of an event, without case and separators. */
const positionWord =
  /(?:cursor|token|offset|position|sequence|checkpoint|version|time|timestamp)$|^(?:seq|at)$/u;

/** Maximum number of enum values for event types. */
const mostWords = 8;

/**
 * Assigns meanings to the first three values of an enum in order: create, change, delete. If there are only two values,
 * the first one is for both create and change events. A probe learns the other values.
 */
export function enumerationIn(
  members: ReturnType<typeof outputFields>,
  written?: ReadonlySet<string>,
): TypeMember | undefined {
  for (const [path, type] of Object.entries(members)) {
    const named = getNamedType(type);
    if (written?.has(named.name) === true) continue;
    const all = isEnumType(named) ? named.getValues().map(({ name }) => name) : [];
    const words = all.filter((name) => !unsetWord.test(name));
    const [added, modified, deleted] = words;
    const isLong = words.length > mostWords;
    if (added === undefined || modified === undefined || isLong) continue;
    if (deleted === undefined) {
      return { path, names: { [added]: "UPSERTED", [modified]: "DELETED" }, isSaid: false };
    }
    const names = { [added]: "ADDED", [modified]: "MODIFIED", [deleted]: "DELETED" } as const;
    return { path, names, isSaid: false };
  }
  return undefined;
}

const usualNames = { ADDED: "ADDED", MODIFIED: "MODIFIED", DELETED: "DELETED" } as const;

/** Returns the event type names that the schema declares for a watch. Empty if the names are strings. */
export function declaredTypes(
  schema: GraphQLSchema,
  { field, events = "", type }: WatchOperation,
): readonly string[] {
  const [root = "", ...groups] = field.split(".");
  const path = [...groups, events, type?.path ?? ""].filter((step) => step !== "").join(".");
  let found: GraphQLOutputType | undefined = schema.getSubscriptionType()?.getFields()[root]?.type;
  for (const step of path.split(".")) {
    const holder = found && getNamedType(found);
    found = isObjectType(holder) ? holder.getFields()[step]?.type : undefined;
  }
  const named = found && getNamedType(found);
  return isEnumType(named) ? named.getValues().map(({ name }) => name) : [];
}

/** The value of an enum for a field that is not set, as in Protocol Buffers. No event has it. */
const unsetWord = /(?:^|_)(?:UNSPECIFIED|UNRECOGNIZED)$/iu;

/** Returns the words that all values of an enum start with, such as `CHANGE_TYPE_`. Empty if there are none. */
function sharedPrefix(names: readonly string[]): string {
  const [first = "", ...others] = names;
  const isShared = (end: number): boolean =>
    others.length > 0 && others.every((name) => name.startsWith(first.slice(0, end)));
  const ends = [...first.matchAll(/_|(?<=\p{Ll})(?=\p{Lu})/gu)].map(
    ({ index, 0: mark }) => index + mark.length,
  );
  return first.slice(0, ends.findLast(isShared) ?? 0);
}

function eventNames(type: GraphQLNamedType): TypeMember["names"] | undefined {
  if (!isEnumType(type)) return undefined;
  const values = type.getValues().filter(({ name }) => !unsetWord.test(name));
  const shared = sharedPrefix(values.map(({ name }) => name));
  const words = values.flatMap(({ name }): [string, WatchEvent["type"]][] => {
    const meaning = eventTypeOf(name.slice(shared.length));
    return meaning === undefined ? [] : [[name, meaning]];
  });
  const meanings = new Set(words.map(([, meaning]) => meaning));
  const isWhole = (["ADDED", "MODIFIED", "DELETED"] as const).every((each) => meanings.has(each));
  return isWhole ? Object.fromEntries(words) : upserts(type, words);
}

/**
 * Assigns meanings to the values of an enum if one value denotes a deletion. The only other value denotes both
 * creations and changes.
 */
function upserts(
  type: GraphQLEnumType,
  words: readonly (readonly [string, WatchEvent["type"]])[],
): TypeMember["names"] | undefined {
  const ends = words.filter(([, meaning]) => meaning === "DELETED" || meaning === "BOOKMARK");
  const others = type
    .getValues()
    .filter(({ name }) => !unsetWord.test(name) && ends.every(([end]) => end !== name));
  const [only, ...more] = others;
  const isEnding = ends.some(([, meaning]) => meaning === "DELETED");
  if (!isEnding || only === undefined || more.length > 0) return undefined;
  return { [only.name]: "UPSERTED", ...Object.fromEntries(ends) };
}

export function eventTypeOf(word: string): WatchEvent["type"] | undefined {
  if (/delete|remove|gone|drop|^del$/iu.test(word)) return "DELETED";
  if (/bookmark|progress|heartbeat/iu.test(word)) return "BOOKMARK";
  if (/modif|update|change/iu.test(word)) return "MODIFIED";
  return /add|create|new|insert/iu.test(word) ? "ADDED" : undefined;
}
