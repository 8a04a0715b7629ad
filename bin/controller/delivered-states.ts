import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { memberIn } from "./recognition.ts";

/** A part of a message that may describe one object: the message or a list item, without nested lists. */
export interface DeliveredState {
  readonly texts: readonly string[];
  /** The values of fields that contain the name of an object. Empty if there are none. */
  readonly names: readonly string[];
  readonly version?: string;
  readonly kind?: string;
  readonly isListed: boolean;
}

const maxLists = 4;

/**
 * Splits a message into the value without its lists, and the items of each list. `nameWords` are the names of fields
 * that contain the name of an object.
 */
export function deliveredStates(
  message: JsonValue,
  nameWords: readonly string[],
  lists = 0,
): readonly DeliveredState[] {
  const found: Found = { texts: [], lists: [] };
  collect(message, found);
  const version = memberOf(found, message, "resourceVersion");
  const kind = memberOf(found, message, "kind");
  const own = {
    texts: found.texts,
    names: nameWords.flatMap((word) => memberOf(found, message, word) ?? []),
    ...(version === undefined ? {} : { version }),
    ...(kind === undefined ? {} : { kind }),
    isListed: lists > 0,
  };
  const items = lists === maxLists ? [] : found.lists.flat();
  return [
    own,
    ...items.filter(isJsonObject).flatMap((item) => deliveredStates(item, nameWords, lists + 1)),
  ];
}

interface Found {
  readonly texts: string[];
  readonly lists: (readonly JsonValue[])[];
}

function collect(value: JsonValue, found: Found): void {
  if (typeof value === "string") found.texts.push(value);
  else if (typeof value === "number") found.texts.push(String(value));
  else if (Array.isArray(value)) found.lists.push(value);
  else if (isJsonObject(value)) for (const item of Object.values(value)) collect(item, found);
}

function memberOf({ texts }: Found, message: JsonValue, name: string): string | undefined {
  const value = isJsonObject(message) ? memberIn(withoutLists(message), name) : undefined;
  return typeof value === "string" && texts.includes(value) ? value : undefined;
}

function withoutLists(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]): readonly [string, JsonValue][] => {
      if (Array.isArray(item)) return [];
      return [[name, isJsonObject(item) ? withoutLists(item) : item]];
    }),
  );
}
