import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";

const valueCount = 3;

/**
 * Derives different values from the example in a message, such as "one decimal, as -70.5". Undefined if there is no
 * example with a digit.
 */
export function exampleValues(text: string): readonly string[] | undefined {
  const found = exampleWords.exec(text)?.groups?.["example"];
  const example = found?.replace(/[.,;:)]+$/u, "");
  if (example === undefined || !/\d/u.test(example)) return undefined;
  const at = example.search(/\d\D*$/u);
  return Array.from({ length: valueCount }, (_, index) => {
    const digit = (Number(example[at]) + index) % ten;
    return `${example.slice(0, at)}${digit}${example.slice(at + 1)}`;
  });
}

const ten = 10;

const exampleWords =
  /(?:\bas|\be\.g\.|\bfor example:?|\bfor instance:?|\bsuch as|\blike|\bexamples?:|\blooks like|\bwritten as|\bformat:)\s+["'`“]?(?<example>[^\s"'`”]{2,60})/iu;

/**
 * Returns a string for a scalar whose format is unknown. The string contains the name of its type, because an error may
 * quote the type and an example.
 */
export function placeholderOf(type: string, index: number): string {
  return `${type}-${["a", "b", "c"][index] ?? "x"}`;
}

/** The scalar types of the placeholders in a sample, at any depth. */
export function placeholdersIn(value: JsonValue): readonly string[] {
  if (typeof value === "string") {
    const type = placeholder.exec(value)?.groups?.["type"];
    return type === undefined ? [] : [type];
  }
  if (Array.isArray(value)) return value.flatMap((one: JsonValue) => placeholdersIn(one));
  return isJsonObject(value) ? Object.values(value).flatMap(placeholdersIn) : [];
}

const placeholder = /^(?<type>\p{Lu}[\p{L}\p{N}_]*)-(?<letter>[abc])$/u;

export function filled(value: JsonValue, type: string, values: readonly JsonValue[]): JsonValue {
  if (typeof value === "string") {
    const { groups } = placeholder.exec(value) ?? {};
    const index = "abc".indexOf(groups?.["letter"] ?? "");
    return groups?.["type"] === type ? (values[index % values.length] ?? value) : value;
  }
  if (Array.isArray(value)) return value.map((one: JsonValue) => filled(one, type, values));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, filled(inner, type, values)] as const),
  );
}
