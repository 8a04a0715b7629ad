import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { compilePattern } from "./pattern.ts";

/** Supported formats. Checking them takes linear time. */
export const schemaFormats = [
  "date-time",
  "date",
  "time",
  "uuid",
  "ipv4",
  "ipv6",
  "int32",
  "int64",
] as const;

export type SchemaType = "object" | "array" | "string" | "integer" | "number" | "boolean";

interface TypeKeywords {
  readonly name: SchemaType;
  readonly keywords: readonly string[];
}

const numeric = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

const types: readonly TypeKeywords[] = [
  {
    name: "object",
    keywords: ["properties", "required", "additionalProperties", "minProperties", "maxProperties"],
  },
  { name: "array", keywords: ["items", "minItems", "maxItems", "x-list-type", "x-list-map-keys"] },
  { name: "string", keywords: ["minLength", "maxLength", "pattern", "format"] },
  { name: "integer", keywords: [...numeric, "format"] },
  { name: "number", keywords: numeric },
  { name: "boolean", keywords: [] },
];

const common = ["type", "title", "description", "enum", "default"];

export function findType(type: JsonValue | undefined): TypeKeywords | undefined {
  return types.find(({ name }) => name === type);
}

/**
 * Returns the error for a keyword, as the end of a message. Rejects references, alternatives and all other unlisted
 * keywords: a keyword that is silently ignored would appear to be enforced.
 */
export function describeKeywordMistake(
  type: SchemaType,
  keyword: string,
  value: JsonValue,
): string | undefined {
  const known = [...common, ...(findType(type)?.keywords ?? [])];
  if (!known.includes(keyword)) return `is not a supported keyword for type ${type}`;
  if (keyword === "pattern") return describePatternMistake(value);
  return (keywordForms[keyword]?.(value) ?? true) ? undefined : "has an invalid value";
}

function describePatternMistake(value: JsonValue): string | undefined {
  const program = typeof value === "string" ? compilePattern(value) : "must be a string";
  return typeof program === "string" ? program : undefined;
}

/** Checks the values of simple keywords. The parser handles the other keywords. */
const keywordForms: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  title: isText,
  description: isText,
  enum: (value) => isJsonList(value) && value.length > 0 && value.every(isScalar),
  properties: isJsonObject,
  required: isTexts,
  additionalProperties: (value) => value === false || isJsonObject(value),
  minProperties: isCount,
  maxProperties: isCount,
  minItems: isCount,
  maxItems: isCount,
  "x-list-type": (value) => value === "map",
  "x-list-map-keys": (value) => isTexts(value) && isJsonList(value) && value.length > 0,
  minLength: isCount,
  maxLength: isCount,
  format: (value) => schemaFormats.some((format) => format === value),
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => typeof value === "number" && value > 0,
};

function isText(value: JsonValue): boolean {
  return typeof value === "string";
}

function isTexts(value: JsonValue): boolean {
  return isJsonList(value) && value.every(isText) && new Set(value).size === value.length;
}

function isNumber(value: JsonValue): boolean {
  return typeof value === "number";
}

function isCount(value: JsonValue): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== "object";
}
