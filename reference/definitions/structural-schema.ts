import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { describeKeywordMistake, findType } from "./schema-keywords.ts";
import type { SchemaType } from "./schema-keywords.ts";

/** A structural JSON Schema: every node describes a value, so that the server can prune values and add defaults. */
export interface SchemaNode {
  readonly type: SchemaType;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  /** Schema of all other fields of an object. By default, no others are allowed. */
  readonly additional?: SchemaNode;
  readonly items?: SchemaNode;
  /** The key fields of a list. Without keys, duplicate items are allowed. */
  readonly mapKeys?: readonly string[];
  readonly default?: JsonValue;
  readonly source: JsonObject;
}

/** A node, or the errors of its schema. Each error is a message that starts with the path. */
export interface ParsedSchema {
  readonly node: SchemaNode;
  readonly problems: readonly string[];
}

const schemaDepth = 16;

const schemaNodes = 500;

/** Property names that could change JavaScript prototypes. */
const forbiddenNames = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Parses a structural schema: every nested node has a type, and there are no references or alternatives. Reports all
 * errors up to the limits of depth and size.
 */
export function parseStructuralSchema(schema: JsonValue | undefined, place: string): ParsedSchema {
  const problems: string[] = [];
  const node = new Parser(problems).parse(schema, place, schemaDepth);
  return { node, problems };
}

const nothing: SchemaNode = { type: "object", properties: new Map(), source: {} };

class Parser {
  readonly #problems: string[];
  #nodes = 0;

  constructor(problems: string[]) {
    this.#problems = problems;
  }

  parse(schema: JsonValue | undefined, place: string, depth: number): SchemaNode {
    this.#nodes += 1;
    if (this.#nodes > schemaNodes || depth === 0) {
      const bound = depth === 0 ? `${schemaDepth} levels` : `${schemaNodes} nodes`;
      if (depth === 0 || this.#nodes === schemaNodes + 1) this.#say(place, `exceeds ${bound}`);
      return nothing;
    }
    if (!isJsonObject(schema)) return this.#fail(place, "must be an object");
    const type = findType(schema["type"]);
    if (type === undefined) {
      return this.#fail(
        `${place}.type`,
        "must be object, array, string, integer, number or boolean",
      );
    }
    for (const [keyword, value] of Object.entries(schema)) {
      const mistake = describeKeywordMistake(type.name, keyword, value);
      if (mistake !== undefined) this.#say(`${place}.${keyword}`, mistake);
    }
    return this.#nodeOf(type.name, schema, { place, depth });
  }

  #nodeOf(
    type: SchemaType,
    schema: JsonObject,
    { place, depth }: { readonly place: string; readonly depth: number },
  ): SchemaNode {
    const { additionalProperties: additional, items, default: value } = schema;
    const mapKeys = mapKeysOf(place, schema);
    return {
      type,
      source: schema,
      properties: this.#properties(schema["properties"], `${place}.properties`, depth),
      ...(isJsonObject(additional) && type === "object"
        ? { additional: this.parse(additional, `${place}.additionalProperties`, depth - 1) }
        : {}),
      ...(type === "array" ? { items: this.parse(items, `${place}.items`, depth - 1) } : {}),
      ...(type === "array" && mapKeys !== undefined ? { mapKeys } : {}),
      ...(value === undefined ? {} : { default: value }),
    };
  }

  #properties(
    properties: JsonValue | undefined,
    place: string,
    depth: number,
  ): ReadonlyMap<string, SchemaNode> {
    const nodes = new Map<string, SchemaNode>();
    for (const [name, schema] of isJsonObject(properties) ? Object.entries(properties) : []) {
      if (forbiddenNames.has(name)) this.#say(`${place}.${name}`, "is not a valid field name");
      else nodes.set(name, this.parse(schema, `${place}.${name}`, depth - 1));
    }
    return nodes;
  }

  #fail(place: string, problem: string): SchemaNode {
    this.#say(place, problem);
    return nothing;
  }

  #say(place: string, problem: string): void {
    this.#problems.push(`${place} ${problem}.`);
  }
}

/**
 * Returns the key fields of a list. By default, the key of a list named `conditions` is `type`, if its items have this
 * field.
 */
function mapKeysOf(place: string, schema: JsonObject): readonly string[] | undefined {
  const { "x-list-type": listType, "x-list-map-keys": keys, items } = schema;
  if (listType === "map" && isJsonList(keys)) {
    return keys.filter((key): key is string => typeof key === "string");
  }
  const members = isJsonObject(items) ? items["properties"] : undefined;
  const hasType = isJsonObject(members) && Object.hasOwn(members, "type");
  return place.endsWith(".properties.conditions") && hasType ? ["type"] : undefined;
}
