import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { listOf, nodeOf, numberIn } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";
import type { ServedSchema } from "./served-schema.ts";
import { fits } from "./text-value.ts";

export function admits(
  schema: JsonValue | undefined,
  value: JsonValue,
  served: ServedSchema,
): boolean {
  const node = nodeOf(schema, served);
  const choices = listOf(node.words["enum"]);
  if (choices.length > 0 && !choices.includes(value)) return false;
  if (typeof value === "number") return admitsNumber(node, value);
  if (typeof value === "string") return admitsText(node, value);
  if (isJsonList(value)) return value.every((item) => admits(node.words["items"], item, served));
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(
    ([name, inner]) => !(name in node.properties) || admits(node.properties[name], inner, served),
  );
}

function admitsNumber({ words }: SchemaNode, value: number): boolean {
  const { type, format } = words;
  const isInt = words["x-kubernetes-int-or-string"] === true;
  if (type !== "integer" && type !== "number" && !isInt) return type === undefined;
  const most = format === "int32" ? 2_147_483_647 : Infinity;
  return (
    value >= numberIn(words["minimum"], -Infinity) &&
    value <= Math.min(most, numberIn(words["maximum"], Infinity))
  );
}

/**
 * Whether a schema allows a string. Timestamps are the only format that can be checked; strings with other formats
 * count as invalid.
 */
function admitsText(node: SchemaNode, value: string): boolean {
  const { type, format } = node.words;
  if (type !== "string" && type !== undefined) return false;
  const isFree =
    format === undefined || (format === "date-time" && !Number.isNaN(Date.parse(value)));
  return isFree && fits(value, node);
}
