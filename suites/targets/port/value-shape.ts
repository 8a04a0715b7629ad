import type { JsonValue } from "#contract";

/**
 * What values of one place are made of, as plain data: read from a GraphQL input type or a JSON Schema, or
 * given by hand. Whatever is made after it is valid as far as the schema says; rules that a schema cannot
 * say are put in by hand.
 */
export type ValueShape =
  | { readonly kind: "boolean" }
  | IntegerShape
  /** A number with decimals between the two, both included. */
  | { readonly kind: "number"; readonly least: number; readonly most: number }
  | TextShape
  /** One of a few values. */
  | { readonly kind: "choice"; readonly values: readonly JsonValue[] }
  | ListShape
  | { readonly kind: "object"; readonly members: readonly MemberShape[] }
  /** An object with fields of any name. */
  | { readonly kind: "map"; readonly values: ValueShape };

/** A whole number between `least` and `most`, both included. */
export interface IntegerShape {
  readonly kind: "integer";
  readonly least: number;
  readonly most: number;
  /** The largest value that the declared type holds and JSON carries exactly. Absent if unknown. */
  readonly largest?: number;
}

/** A text, with its length in characters. */
export interface TextShape {
  readonly kind: "text";
  readonly shortest: number;
  readonly longest: number;
  /** The form of the string: an RFC 3339 instant, or a word of letters and digits. Any string by default. */
  readonly form?: "instant" | "word";
}

/** A list, with its number of items. */
export interface ListShape {
  readonly kind: "list";
  readonly items: ValueShape;
  readonly fewest: number;
  readonly most: number;
  /** Fields by which no two items may be equal. */
  readonly uniqueBy?: readonly string[];
}

/** One field of an object. */
export interface MemberShape {
  readonly name: string;
  readonly shape: ValueShape;
  /** Whether it may not be omitted. */
  readonly isRequired: boolean;
}

/** What the values of one kind are made of. Either is absent where the target does not say. */
export interface KindShapes {
  readonly spec?: ValueShape;
  readonly status?: ValueShape;
}
