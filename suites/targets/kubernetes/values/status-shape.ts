import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { MemberShape, ValueShape } from "../../port/value-shape.ts";
import { listOf, nodeOf, numberIn } from "./schema-node.ts";
import { resolved } from "./served-schema.ts";
import type { ServedSchema } from "./served-schema.ts";

/** Keywords that restrict a value in ways that a shape does not express. */
const restricting = [
  "anyOf",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "format",
  "multipleOf",
  "not",
  "oneOf",
  "pattern",
  "uniqueItems",
  "x-kubernetes-int-or-string",
  "x-kubernetes-preserve-unknown-fields",
];

/** Integer formats. They only state the range of a value. */
const integerFormats: ReadonlyMap<JsonValue | undefined, number> = new Map([
  [undefined, Number.MAX_SAFE_INTEGER],
  ["int32", 2 ** 31 - 1],
  ["int64", Number.MAX_SAFE_INTEGER],
]);

const longestText = 10_000;

/**
 * Derives the shape of those values in a sample status whose schema only states a type, a range, a length or an
 * enumeration. Other values have no shape. `fixed` contains the fields that are written or read in another form.
 */
export function statusShape(
  schema: JsonValue | undefined,
  { served, sample, fixed }: StatusOfShape,
): ValueShape | undefined {
  const own = Object.entries(sample).filter(([name]) => !fixed.has(name) && name !== "conditions");
  return shapeOf(schema, Object.fromEntries(own), served);
}

interface StatusOfShape {
  readonly served: ServedSchema;
  readonly sample: JsonObject;
  readonly fixed: ReadonlySet<string>;
}

function shapeOf(
  schema: JsonValue | undefined,
  value: JsonValue,
  served: ServedSchema,
): ValueShape | undefined {
  const { words } = nodeOf(schema, served);
  const own = resolved(schema, served);
  if (isJsonObject(value)) return objectShape(schema, value, served);
  const isFormatted = words["type"] === "integer" && integerFormats.has(words["format"]);
  const isRestricted = restricting.some(
    (word) => (own[word] ?? words[word]) !== undefined && !(word === "format" && isFormatted),
  );
  if (isRestricted) return undefined;
  if (Array.isArray(value)) return listShape(words, value, served);
  return words["enum"] === undefined ? scalarShape(words) : choiceShape(words);
}

function scalarShape(words: JsonObject): ValueShape | undefined {
  const { type, format } = words;
  if (type === "boolean") return { kind: "boolean" };
  if (type === "string") {
    const shortest = numberIn(words["minLength"], 0);
    return { kind: "text", shortest, longest: numberIn(words["maxLength"], longestText) };
  }
  const least = numberIn(words["minimum"], -longestText);
  if (type === "number") {
    return { kind: "number", least, most: numberIn(words["maximum"], longestText) };
  }
  const limit = integerFormats.get(format);
  if (type !== "integer" || limit === undefined) return undefined;
  const largest = Math.min(limit, numberIn(words["maximum"], limit));
  const isWide = format === "int64" && numberIn(words["maximum"], Infinity) > limit;
  return { kind: "integer", least, most: largest, largest, ...(isWide ? { isWide } : {}) };
}

function choiceShape(words: JsonObject): ValueShape | undefined {
  const values = listOf(words["enum"]).filter((one) => one !== null && one !== "");
  return values.every((one) => typeof one === "string") ? { kind: "choice", values } : undefined;
}

/** Items of sets and of lists with keys must differ, so these lists have no shape. */
function listShape(
  words: JsonObject,
  [first]: readonly JsonValue[],
  served: ServedSchema,
): ValueShape | undefined {
  const { "x-kubernetes-list-type": type = "atomic", items: schema } = words;
  const items = first === undefined ? undefined : shapeOf(schema, first, served);
  if (type !== "atomic" || items === undefined) return undefined;
  return {
    kind: "list",
    items,
    fewest: numberIn(words["minItems"], 0),
    most: numberIn(words["maxItems"], longestText),
  };
}

function objectShape(
  schema: JsonValue | undefined,
  value: JsonObject,
  served: ServedSchema,
): ValueShape | undefined {
  const { properties, required } = nodeOf(schema, served);
  const members = Object.entries(value).flatMap(([name, inner]): readonly MemberShape[] => {
    if (!Object.hasOwn(properties, name) || name === "observedGeneration") return [];
    const shape = shapeOf(properties[name], inner, served);
    return shape === undefined ? [] : [{ name, shape, isRequired: required.has(name) }];
  });
  return members.length === 0 ? undefined : { kind: "object", members };
}
