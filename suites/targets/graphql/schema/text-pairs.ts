import { getNullableType, isInputObjectType, isListType, isScalarType } from "graphql";
import type { GraphQLInputType } from "graphql";
import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";

/** The names of the two fields of a pair, such as `key` and `value`. */
export interface PairFields {
  readonly key: string;
  readonly value: string;
}

const keyName = /^(?:key|name|k)$/iu;

/** The fields of a list of pairs, because GraphQL has no type for maps. Undefined for all other types. */
export function pairFieldsOf(type: GraphQLInputType): PairFields | undefined {
  const list = getNullableType(type);
  const item = isListType(list) ? getNullableType(list.ofType) : undefined;
  if (!isInputObjectType(item)) return undefined;
  const fields = Object.values(item.getFields());
  return fields.every((field) => isText(field.type))
    ? pairFieldsIn(fields.map(({ name }) => name))
    : undefined;
}

/** The entries of a map as a list of pairs. */
export function pairsOf(
  map: Readonly<Record<string, JsonValue>>,
  { key, value }: PairFields,
): JsonValue {
  return Object.entries(map).map(([name, text]) => ({ [key]: name, [value]: text }));
}

/** The map that a list of pairs represents. Undefined if an entry is not a pair of strings, or a key occurs twice. */
export function mapOfPairs(value: JsonValue): Readonly<Record<string, string>> | undefined {
  if (!isJsonList(value)) return undefined;
  const map = new Map<string, string>();
  for (const item of value) {
    const fields = isJsonObject(item) ? pairFieldsIn(Object.keys(item)) : undefined;
    if (!isJsonObject(item) || fields === undefined) return undefined;
    const { [fields.key]: name, [fields.value]: text } = item;
    if (typeof name !== "string" || typeof text !== "string" || map.has(name)) return undefined;
    map.set(name, text);
  }
  return Object.fromEntries(map);
}

function pairFieldsIn(names: readonly string[]): PairFields | undefined {
  const key = names.find((name) => keyName.test(name));
  const value = names.find((name) => name !== key);
  return key === undefined || value === undefined || names.length !== 2
    ? undefined
    : { key, value };
}

function isText(type: GraphQLInputType): boolean {
  const nullable = getNullableType(type);
  return isScalarType(nullable) && (nullable.name === "String" || nullable.name === "ID");
}
