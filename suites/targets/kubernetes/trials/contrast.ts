import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { isSameJson } from "../resources/counter-form.ts";
import { entriesOf, isMade, makeValue } from "../values/make-value.ts";
import { nodeOf } from "../values/schema-node.ts";
import type { SchemaNode } from "../values/schema-node.ts";
import type { ServedSchema } from "../values/served-schema.ts";

export interface Contrasting {
  readonly schema: JsonValue | undefined;
  /** The location of the spec: `spec`, or the object itself. */
  readonly side: string;
  readonly served: ServedSchema;
}

/** Maximum number of lists and maps that are set together. */
const maxAdded = 12;

/**
 * Returns specs that lack the optional scalars of the given specs, or have lists and maps of scalars that they lack:
 * the fields whose absence or presence is most likely to change a status. Counts are 0 if that is their minimum. A rule
 * of the schema may reject some of the specs.
 */
export function contrastsTo(
  specs: readonly JsonObject[],
  { schema, side, served }: Contrasting,
): readonly JsonObject[] {
  const [base] = specs;
  if (base === undefined) return [];
  const node = nodeOf(schema, served);
  const kept = Object.entries(base).filter(([name]) => !isOptionalScalar(name, node, served));
  const bare = Object.fromEntries(kept);
  const added = { ...zerosIn(base, node, served), ...addedTo(specs, { node, side, served }) };
  const known = [...specs];
  for (const spec of [{ ...bare, ...added }, { ...base, ...added }, bare]) {
    if (known.every((one) => !isSameJson(one, spec))) known.push(spec);
  }
  return known.slice(specs.length);
}

function isOptionalScalar(
  name: string,
  { properties, required }: SchemaNode,
  served: ServedSchema,
): boolean {
  return !required.has(name) && name in properties && isScalar(properties[name], served);
}

function isScalar(schema: JsonValue | undefined, served: ServedSchema): boolean {
  const { words } = nodeOf(schema, served);
  return scalars.has(words["type"]) || words["x-kubernetes-int-or-string"] === true;
}

const scalars: ReadonlySet<JsonValue | undefined> = new Set([
  "boolean",
  "integer",
  "number",
  "string",
]);

/** The counts of a spec, such as a number of replicas, set to 0. */
function zerosIn(spec: JsonObject, { properties }: SchemaNode, served: ServedSchema): JsonObject {
  const counts = Object.keys(spec).filter((name) => {
    const { words } = nodeOf(properties[name], served);
    return words["type"] === "integer" && words["minimum"] === 0 && !("enum" in words);
  });
  return Object.fromEntries(counts.map((name) => [name, 0]));
}

interface Adding {
  readonly node: SchemaNode;
  readonly side: string;
  readonly served: ServedSchema;
}

function addedTo(specs: readonly JsonObject[], { node, side, served }: Adding): JsonObject {
  const missing = Object.entries(node.properties).filter(
    ([name]) => !node.excluded.has(name) && specs.every((spec) => !(name in spec)),
  );
  const entries = missing.flatMap(([name, schema]): readonly (readonly [string, JsonValue])[] => {
    if (!isScalar(entriesOf(nodeOf(schema, served).words), served)) return [];
    const making = { served, hints: new Map(), variant: 0, isFull: false };
    const made = makeValue(schema, `${side}.${name}`, making);
    return isMade(made) && isFilled(made.value) ? [[name, made.value]] : [];
  });
  return Object.fromEntries(entries.slice(0, maxAdded));
}

function isFilled(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isJsonObject(value) && Object.keys(value).length > 0;
}
