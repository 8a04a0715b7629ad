import type { WatchEvent } from "#contract";
import type { WatchOperation, WatchStream } from "#targets/graphql";
import { plain } from "./shapes.ts";
import { eventTypeOf } from "./watches.ts";

/** A subscription that may tell one type of change alone. */
export interface StreamGuess {
  readonly operation: WatchOperation;
  /** The type that its name tells. Absent where no word of it is known. */
  readonly type?: WatchEvent["type"];
}

/**
 * The subscriptions of a kind that tell one type of change each, as one watch: at least two that carry objects, take
 * the same arguments and are told apart by their words. Undefined where they are none.
 */
export function mergedWatch(
  kind: string,
  guesses: readonly StreamGuess[],
): WatchOperation | undefined {
  const first = guesses.find(({ operation }) => operation.key === undefined);
  if (first === undefined) return undefined;
  const form = JSON.stringify(first.operation.arguments);
  const alike = guesses.filter(({ operation }) => JSON.stringify(operation.arguments) === form);
  const types = new Set(alike.map(({ type }) => type));
  const isLife = types.has("ADDED") || types.has("DELETED");
  if (alike.length < 2 || types.size < 2 || !isLife || /"\$(?:name|uid)"/u.test(form)) {
    return undefined;
  }
  const { id: _id, field, shape: _shape, object, ...rest } = first.operation;
  return {
    ...rest,
    id: `${kind.charAt(0).toLowerCase()}${kind.slice(1)}Changes`,
    field,
    object,
    streams: alike.map(({ operation, type = "MODIFIED" }): WatchStream => {
      const own = operation.object === object ? {} : { object: operation.object };
      const { key } = operation;
      return { field: operation.field, type, ...(key === undefined ? own : { key }) };
    }),
  };
}

/** What a mutation does, by its name. */
export interface NamedWrite {
  readonly name: string;
  readonly type: WatchEvent["type"];
}

/**
 * The type of change that the name of a subscription tells: by a usual word, or by one that it shares with a mutation,
 * as `kilnFired` does with `fireKiln`.
 */
export function toldBy(
  name: string,
  { kind, writes }: { readonly kind: string; readonly writes: readonly NamedWrite[] },
): WatchEvent["type"] | undefined {
  const usual = eventTypeOf(plain(name).replace(plain(kind), " "));
  if (usual !== undefined) return usual;
  const own = wordsOf(name, kind);
  return writes.find((write) =>
    wordsOf(write.name, kind).some((word) => own.some((other) => isOneStem(word, other))),
  )?.type;
}

function wordsOf(name: string, kind: string): readonly string[] {
  const words = name.match(/\p{Lu}?[\p{Ll}\d]+|\p{Lu}+/gu) ?? [];
  return words.map((word) => word.toLowerCase()).filter((word) => !plain(kind).includes(word));
}

/** How many letters two words share at their start that are forms of one verb. */
const stem = 4;

function isOneStem(one: string, other: string): boolean {
  const length = Math.min(stem, one.length);
  return length > 2 && one.slice(0, length) === other.slice(0, length);
}
