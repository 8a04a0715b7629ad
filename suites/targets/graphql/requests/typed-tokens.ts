import { getNullableType, isScalarType, isSpecifiedScalarType } from "graphql";
import type { GraphQLInputType } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { ArgumentTree, Placeholder, PlaceholderValues } from "../schema/argument-tree.ts";
import { placeholderPlaces } from "../schema/placeholder-places.ts";
import type { InputSlot, InputSlots } from "../schema/placeholder-places.ts";

/** Values that the contract treats as opaque strings. They are only compared and sent back. */
const tokens = [
  "$resourceVersion",
  "$uid",
  "$cursor",
  "$page",
  "$name",
  "$namespace",
  "$namespaceId",
] as const satisfies readonly Placeholder[];

type Token = (typeof tokens)[number];

export interface TokenForms {
  readonly slots: InputSlots;
  readonly values: PlaceholderValues;
  /** Whether the target writes a token as a number. Only used if the schema does not determine the form. */
  readonly isNumber: (token: Token) => boolean;
}

/**
 * Converts tokens to numbers if the type of the argument is numeric: `Int`, `Float`, or a custom scalar that the
 * endpoint writes as a number. A string without an exact JavaScript number stays a string. Converts numbers to strings
 * if the type is `String`.
 */
export function withTypedTokens(
  tree: Readonly<Record<string, ArgumentTree>>,
  { slots, values, isNumber }: TokenForms,
): Readonly<Record<string, ArgumentTree>> {
  return placeholderPlaces(tree, slots).reduce<Readonly<Record<string, ArgumentTree>>>(
    (typed, { text, path, slot }) => {
      const token = tokens.find((one) => one === text);
      const value = token && values[token];
      if (typeof value === "number" && isTextSlot(slot))
        return replaced(typed, path, String(value));
      if (token === undefined || typeof value !== "string") return typed;
      const number = numberOf(value);
      const isWanted =
        slot === undefined ? isNumber(token) : wantsNumber(slot.type, isNumber(token));
      return isWanted && number !== undefined ? replaced(typed, path, number) : typed;
    },
    tree,
  );
}

function isTextSlot(slot: InputSlot | undefined): boolean {
  const nullable = slot && getNullableType(slot.type);
  return isScalarType(nullable) && nullable.name === "String";
}

function wantsNumber(type: GraphQLInputType, isNumber: boolean): boolean {
  const nullable = getNullableType(type);
  if (!isScalarType(nullable)) return false;
  if (isSpecifiedScalarType(nullable)) return nullable.name === "Int" || nullable.name === "Float";
  return isNumber;
}

/** Converts a string to a number. Undefined if the string changes when the number is converted back. */
function numberOf(text: string): number | undefined {
  const number = Number(text);
  return text !== "" && Number.isFinite(number) && String(number) === text ? number : undefined;
}

function replaced(
  tree: Readonly<Record<string, ArgumentTree>>,
  [step, ...rest]: readonly (string | number)[],
  value: JsonValue,
): Readonly<Record<string, ArgumentTree>> {
  if (step === undefined) return tree;
  return { ...tree, [step]: replacedIn(tree[step] ?? null, rest, value) };
}

function replacedIn(
  tree: ArgumentTree,
  path: readonly (string | number)[],
  value: JsonValue,
): ArgumentTree {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (isList(tree)) {
    return tree.map((item, index) => (index === step ? replacedIn(item, rest, value) : item));
  }
  return isJsonObject(tree) ? replaced(tree, path, value) : tree;
}

function isList(tree: ArgumentTree): tree is readonly ArgumentTree[] {
  return Array.isArray(tree);
}
