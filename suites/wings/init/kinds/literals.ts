import { getNamedType, isEnumType } from "graphql";
import type { KindOperations } from "#targets/graphql";
import { flattened } from "../schema/flattened.ts";
import { memoized } from "#contract";
import { roleOf } from "../schema/role-words.ts";
import type { KindInference } from "./kind-inference.ts";
import type { Surface } from "./surface.ts";

/** Returns the value of `$kind`. Undefined if no operation specifies a kind. */
export function literalOf(
  { kind, surface, kindOptions, notes }: KindInference,
  operations: KindOperations,
): string | undefined {
  if (!JSON.stringify(operations).includes('"$kind"')) return undefined;
  const at = ["kinds", kind.name, "literal"];
  if (kindOptions.literal !== undefined) {
    notes.note(at, "high", "given");
    return kindOptions.literal;
  }
  const word = wordsFor(surface).get(plain(kind.name));
  notes.note(
    at,
    word === undefined ? "low" : "high",
    word === undefined
      ? "the schema does not declare the name of the kind in generic operations"
      : "a value of the enum of kinds",
  );
  return word ?? kind.name;
}

function plain(word: string): string {
  return word.replaceAll(/[^a-z0-9]/giu, "").toLowerCase();
}

/** Enum values for kinds, by normalized name. */
const wordsFor = memoized(({ mutations, subscriptions, watches }: Surface) => {
  const written = mutations
    .flatMap(({ field }) => flattened(field.arguments))
    .filter(({ name }) => roleOf(name) === "kind");
  const watched = subscriptions.flatMap((field) => {
    const { operation } = watches.find((watch) => watch.operation.field === field.path) ?? {};
    return field.arguments.filter(({ name }) => operation?.arguments[name] === "$kind");
  });
  const types = new Set([...written, ...watched].map((input) => getNamedType(input.type)));
  const words = [...types].flatMap((type) =>
    isEnumType(type) ? type.getValues().map(({ name }) => [plain(name), name] as const) : [],
  );
  // Reverses the order, so that the first of several values with the same normalized name is kept.
  return new Map<string, string>(words.toReversed());
});
