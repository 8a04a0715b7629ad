import type { WatchEvent } from "#contract";
import type { EventMeaning, WatchOperation, WatchStream } from "#targets/graphql";
import { plain } from "../schema/shapes.ts";
import { eventTypeOf } from "../schema/event-type-names.ts";

/** A subscription that may report only one type of change. */
export interface StreamGuess {
  readonly operation: WatchOperation;
  /** The type of change that the name indicates. Absent if the name contains no known keyword. */
  readonly type?: WatchEvent["type"];
}

export interface StreamPart {
  readonly operation: WatchOperation;
  readonly type: EventMeaning;
}

/**
 * Merges subscriptions that each report one type of change into one watch. Undefined unless at least two subscriptions
 * take the same arguments and report different types, including create or delete events.
 */
export function mergedWatch(
  kind: string,
  guesses: readonly StreamGuess[],
): WatchOperation | undefined {
  const alike = guesses.filter(({ operation }) => isAlike(operation, guesses[0]?.operation));
  const types = new Set(alike.map(({ type }) => type));
  const isLife = types.has("ADDED") || types.has("DELETED");
  if (types.size < 2 || !isLife) return undefined;
  const sure = alike.map(({ operation, type = "MODIFIED" as const }) => ({ operation, type }));
  const changes = sure.filter(({ type }) => type !== "DELETED");
  // If one of two subscriptions reports delete events, the other subscription, such as `shipSaved`, reports both create
  // and change events.
  const isSaved = changes.length === 1 && changes.every(({ type }) => type === "MODIFIED");
  return asStreams(
    kind,
    sure.map((part) =>
      isSaved && part.type === "MODIFIED" ? { ...part, type: "UPSERTED" as const } : part,
    ),
  );
}

/** Whether two subscriptions take the same arguments, and no argument selects a single object. */
function isAlike(one: WatchOperation, other: WatchOperation | undefined): boolean {
  const form = JSON.stringify(one.arguments);
  return form === JSON.stringify(other?.arguments) && !/"\$(?:name|uid)"/u.test(form);
}

export function streamsIn(watches: readonly WatchOperation[]): readonly WatchOperation[] {
  const single = watches.flatMap((one): readonly WatchOperation[] => {
    const { streams, ...rest } = one;
    if (streams === undefined) return one.shape === "object" ? [one] : [];
    return streams.flatMap(({ field, object = one.object, key }) =>
      key === undefined ? [{ ...rest, id: field, field, object, shape: "object" as const }] : [],
    );
  });
  return single.filter((one) => isAlike(one, single[0]));
}

/**
 * Creates a watch with one subscription for each type of change. Undefined if none of them delivers objects, or if all
 * report the same type.
 */
export function asStreams(kind: string, parts: readonly StreamPart[]): WatchOperation | undefined {
  const first =
    parts.find(({ operation }) => operation.key === undefined) ??
    parts.find(({ operation }) => operation.object !== "");
  if (first === undefined || new Set(parts.map(({ type }) => type)).size < 2) return undefined;
  const { id: _id, field, shape: _shape, key: _key, object, ...rest } = first.operation;
  return {
    ...rest,
    id: `${kind.charAt(0).toLowerCase()}${kind.slice(1)}Changes`,
    field,
    object,
    streams: parts.map(({ operation, type }): WatchStream => {
      const own = operation.object === object ? {} : { object: operation.object };
      const { key } = operation;
      const isKeyOnly = key !== undefined && (type === "DELETED" || operation.object === "");
      return { field: operation.field, type, ...(isKeyOnly ? { key } : own) };
    }),
  };
}

/**
 * Whether a watch reports changes. Subscriptions that report only create and delete events do not. Rules about watches
 * do not apply if changes are reported only for single objects.
 */
export function reportsChanges({ streams }: WatchOperation): boolean {
  return streams?.some(({ type }) => type === "MODIFIED" || type === "UPSERTED") ?? true;
}

export interface NamedWrite {
  readonly name: string;
  readonly type: WatchEvent["type"];
}

/**
 * Returns the type of change that the name of a subscription indicates: by a common keyword, or by a word that it
 * shares with a mutation, such as `kilnFired` with `fireKiln`.
 */
export function typeOfEvents(
  name: string,
  { kind, writes }: { readonly kind: string; readonly writes: readonly NamedWrite[] },
): WatchEvent["type"] | undefined {
  const own = wordsOf(name, kind).filter((word) => !lookalike.test(word));
  const usual = own.map((word) => eventTypeOf(word)).find((type) => type !== undefined);
  if (usual !== undefined) return usual;
  return writes.find((write) =>
    wordsOf(write.name, kind).some((word) => own.some((other) => isOneStem(word, other))),
  )?.type;
}

/** Words that look like participles but are not. */
const lookalike = /^(?:news|address(?:es)?)$/u;

function wordsOf(name: string, kind: string): readonly string[] {
  const words = name.match(/\p{Lu}?[\p{Ll}\d]+|\p{Lu}+/gu) ?? [];
  return words.map((word) => word.toLowerCase()).filter((word) => !plain(kind).includes(word));
}

/** Number of initial letters that two forms of a verb share. */
const stem = 4;

function isOneStem(one: string, other: string): boolean {
  const length = Math.min(stem, one.length);
  return length > 2 && one.slice(0, length) === other.slice(0, length);
}
