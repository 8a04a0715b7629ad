import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { describeKeywordMistake, findType } from "./schema-keywords.ts";
import type { SchemaType } from "./schema-keywords.ts";

/** A JSON Schema of which every node says what it describes, so that content can be cut and completed by it. */
export interface SchemaNode {
  readonly type: SchemaType;
  /** The fields of an object that are known by name. */
  readonly properties: ReadonlyMap<string, SchemaNode>;
  /** The other fields of an object. None by default. */
  readonly additional?: SchemaNode;
  /** The items of a list. Present on lists alone. */
  readonly items?: SchemaNode;
  /** The fields that identify the items of a list. Without them, items may be equal. */
  readonly mapKeys?: readonly string[];
  /** What stands in for an absent value. */
  readonly default?: JsonValue;
  /** The node as it was written, for what only a validator looks at. */
  readonly source: JsonObject;
}

/** A node, or what is wrong with it: sentences that start with the place. */
export interface ParsedSchema {
  readonly node: SchemaNode;
  readonly problems: readonly string[];
}

/** Levels of nested schemas. */
const schemaDepth = 16;

/** Nodes of one schema. */
const schemaNodes = 500;

/** Names that reach into the machinery of JavaScript objects. */
const forbiddenNames = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Reads a structural schema: plain nesting, no references, no alternatives, a type on every node.
 * Finds all mistakes, up to the bounds of depth and size.
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
      if (forbiddenNames.has(name)) this.#say(`${place}.${name}`, "is not a name for a member");
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

/** A list that is called `conditions` holds each `type` once, also where the schema does not say so. */
function mapKeysOf(place: string, schema: JsonObject): readonly string[] | undefined {
  const { "x-list-type": listType, "x-list-map-keys": keys, items } = schema;
  if (listType === "map" && isList(keys)) {
    return keys.filter((key): key is string => typeof key === "string");
  }
  const members = isJsonObject(items) ? items["properties"] : undefined;
  const hasType = isJsonObject(members) && Object.hasOwn(members, "type");
  return place.endsWith(".properties.conditions") && hasType ? ["type"] : undefined;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
