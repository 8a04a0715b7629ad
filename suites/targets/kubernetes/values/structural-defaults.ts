import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { entriesOf } from "./make-value.ts";
import { nodeOf } from "./schema-node.ts";
import type { ServedSchema } from "./served-schema.ts";

/**
 * Adds the defaults of a schema to the objects in a value, like an API server (`defaulting.Default` in
 * apiextensions-apiserver). A default is itself completed with the defaults of its properties.
 */
export function withDefaults(
  value: JsonValue,
  schema: JsonValue | undefined,
  served: ServedSchema,
): JsonValue {
  const { words, properties } = nodeOf(schema, served);
  if (isJsonList(value)) {
    return value.map((item) => withDefaults(item, words["items"], served));
  }
  if (!isJsonObject(value)) return value;
  const usual = Object.entries(properties).flatMap(([name, inner]) => {
    const { default: given } = nodeOf(inner, served).words;
    return given === undefined || name in value ? [] : [[name, given] as const];
  });
  const entries = entriesOf(words);
  const members = Object.entries({ ...value, ...Object.fromEntries(usual) }).map(
    ([name, inner]) => [name, withDefaults(inner, properties[name] ?? entries, served)] as const,
  );
  return Object.fromEntries(members);
}
