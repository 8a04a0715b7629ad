import type { JsonValue } from "#contract";

/**
 * The valid values of a field, as plain data: from a GraphQL input type or a JSON Schema, or handwritten. Generated
 * values are valid according to the schema; rules that a schema cannot express are added by hand.
 */
export type ValueShape =
  | { readonly kind: "boolean" }
  | IntegerShape
  /** A number with decimals between `least` and `most`, both included. */
  | { readonly kind: "number"; readonly least: number; readonly most: number }
  | TextShape
  | ChoiceShape
  | ListShape
  | { readonly kind: "object"; readonly members: readonly MemberShape[] }
  /** An object with arbitrary property names. */
  | { readonly kind: "map"; readonly values: ValueShape };

/** An integer between `least` and `most`, both included. */
export interface IntegerShape {
  readonly kind: "integer";
  readonly least: number;
  readonly most: number;
  /** The largest value that the declared type and JSON represent exactly. Absent if unknown. */
  readonly largest?: number;
  /** Whether the declared type is a custom scalar, so that responses may contain the number as a string. */
  readonly isNumeral?: true;
  /** Whether the target also stores 64-bit integers that a double cannot represent. */
  readonly isWide?: true;
}

export interface ChoiceShape {
  readonly kind: "choice";
  readonly values: readonly JsonValue[];
  /** Whether the values are samples. Other values may then also be valid. */
  readonly isSampled?: true;
  /** Whether the declared type is any string, although the samples suggest a format. */
  readonly isText?: true;
  /** Whether the values are numbers of a custom scalar, so that responses may contain them as strings. */
  readonly isNumeral?: true;
}

/** A string, with its length in characters. */
export interface TextShape {
  readonly kind: "text";
  readonly shortest: number;
  readonly longest: number;
  /** The form of the string: an RFC 3339 timestamp, or a word of letters and digits. Any string by default. */
  readonly form?: "instant" | "word";
}

/** A list, with its number of items. */
export interface ListShape {
  readonly kind: "list";
  readonly items: ValueShape;
  readonly fewest: number;
  readonly most: number;
  /** Fields that must be unique among the items. */
  readonly uniqueBy?: readonly string[];
}

export interface MemberShape {
  readonly name: string;
  readonly shape: ValueShape;
  /** Whether every value contains the field: the target requires it, or stores a default if it is omitted. */
  readonly isRequired: boolean;
  /** The value that the target stores if a write omits the field. None by default. */
  readonly default?: JsonValue;
}

/** The shapes of one kind's values. Each is absent if the target does not provide it. */
export interface KindShapes {
  readonly spec?: ValueShape;
  readonly status?: ValueShape;
  /**
   * Whether the target may restrict values further, depending on other values. Command sequences then use only samples.
   */
  readonly areRestricted?: true;
}
