import type { GraphQLSchema } from "graphql";
import { nearest } from "#targets";
import { dividedByCommand } from "../schema/command-inputs.ts";
import { givenWatches, isFieldOf, isMeant } from "../schema/user-hints.ts";
import type { GivenOperation, Hints } from "../schema/user-hints.ts";
import { rootFields } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import type { WatchGuess } from "./watch-guesses.ts";

export interface UnknownField {
  readonly verb: GivenOperation["verb"];
  readonly field: string;
  /** Similar fields of the same root type, the most similar first. */
  readonly near: readonly string[];
}

/** Returns the fields that the user assigned to operations and that their root types lack. */
export function unknownFields(
  schema: GraphQLSchema,
  operations: Hints["operations"],
): readonly UnknownField[] {
  return operations.flatMap((one): readonly UnknownField[] => {
    const fields = rootFields(rootFor(schema, one.verb)).flatMap((field) => [
      ...new Set([field, ...dividedByCommand(field)]),
    ]);
    if (fields.some((field) => isFieldOf(one, field))) return [];
    const { verb, field } = one;
    return [
      {
        verb,
        field,
        near: nearest(
          field,
          fields.map(({ path }) => path),
        ),
      },
    ];
  });
}

/** The root type that contains the operations of a verb. */
export function rootFor(
  schema: GraphQLSchema,
  verb: GivenOperation["verb"],
): ReturnType<GraphQLSchema["getQueryType"]> {
  if (verb === "watch") return schema.getSubscriptionType();
  return verb === "read" || verb === "list" ? schema.getQueryType() : schema.getMutationType();
}

export interface ReadSubscription {
  readonly field: RootField;
  readonly guesses: readonly WatchGuess[];
}

/**
 * Returns the watches of all subscriptions. If the user specified subscriptions for a kind, no others are candidates
 * for the kind's watches.
 */
export function selectedWatches(
  subscriptions: readonly ReadSubscription[],
  hints: Hints,
  kinds: readonly string[],
): readonly WatchGuess[] {
  const given = subscriptions.flatMap(({ field, guesses }) =>
    givenWatches(hints, field).flatMap(({ kind }) =>
      guesses
        .filter(
          (guess) => kind === undefined || guess.kind === undefined || isMeant(guess.kind, kind),
        )
        .map((guess): WatchGuess => {
          const meant = guess.kind ?? kinds.find((name) => isMeant(name, kind ?? ""));
          const own = guess.isGeneric || meant === undefined ? {} : { kind: meant };
          return { ...guess, ...own, confidence: "high", reason: "given" };
        }),
    ),
  );
  const replaced = new Set(given.map(({ kind }) => kind));
  const named = new Set(given.map(({ operation }) => operation.field));
  const others = subscriptions
    .flatMap(({ guesses }) => guesses)
    .filter(({ kind, operation }) =>
      kind === undefined ? !named.has(operation.field) : !replaced.has(kind),
    );
  return [...given, ...others];
}
