import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { ValueShape } from "../../port/value-shape.ts";

/** The fields of a value that are numerals, by name; `numeral` for the value itself. Items of lists share a tree. */
export type Numerals = "numeral" | { readonly [member: string]: Numerals };

/**
 * Finds the numbers whose declared type is a custom scalar. Such a type may accept numbers and return strings: `BigInt`
 * usually does, because JSON numbers beyond 2^53 are not portable. Undefined if there are none.
 */
export function numeralsIn(shape: ValueShape): Numerals | undefined {
  if (shape.kind === "integer" || shape.kind === "choice") {
    return shape.isNumeral === true ? "numeral" : undefined;
  }
  if (shape.kind === "list") return numeralsIn(shape.items);
  if (shape.kind !== "object") return undefined;
  const members = shape.members.flatMap((member) => {
    const inner = numeralsIn(member.shape);
    return inner === undefined ? [] : [[member.name, inner] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** Converts strings to numbers where a value has numerals. A string without an exact JavaScript number stays a string. */
export function readNumerals(value: JsonObject, numerals: Numerals): JsonObject;
export function readNumerals(value: JsonValue, numerals: Numerals): JsonValue;
export function readNumerals(value: JsonValue, numerals: Numerals): JsonValue {
  if (isJsonList(value)) return value.map((item) => readNumerals(item, numerals));
  if (numerals === "numeral") return typeof value === "string" ? numberOf(value) : value;
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => {
    const own = Object.hasOwn(numerals, name) ? numerals[name] : undefined;
    return [name, own === undefined ? inner : readNumerals(inner, own)] as const;
  });
  return Object.fromEntries(entries);
}

function numberOf(text: string): JsonValue {
  const number = Number(text);
  const isDecimal = /^-?\d+(\.\d+)?$/u.test(text);
  const isExact = Number.isInteger(number) ? Number.isSafeInteger(number) : text.length <= 16;
  return isDecimal && isExact ? number : text;
}
