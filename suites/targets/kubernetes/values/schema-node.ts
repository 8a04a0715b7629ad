import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { resolved } from "./served-schema.ts";
import type { ServedSchema } from "./served-schema.ts";

/** A flattened schema: references resolved, `allOf` merged, one branch of `anyOf` and `oneOf` selected. */
export interface SchemaNode {
  readonly words: JsonObject;
  readonly properties: JsonObject;
  readonly required: ReadonlySet<string>;
  /** Properties that the selected branch or a `not` excludes. */
  readonly excluded: ReadonlySet<string>;
  readonly patterns: readonly string[];
}

/**
 * Returns a schema merged with its subschemas in `allOf`, `anyOf`, `oneOf` and `not`. `branch` is the index of the
 * alternative to select, modulo the number of alternatives.
 */
export function nodeOf(
  schema: JsonValue | undefined,
  served: ServedSchema,
  branch = 0,
): SchemaNode {
  const own = resolved(schema, served);
  const base = plainNode(own);
  const all = listOf(own["allOf"]).map((one) => nodeOf(one, served, branch));
  const some = alternative(listOf(own["anyOf"]), { served, branch, isSole: false });
  const one = alternative(listOf(own["oneOf"]), { served, branch, isSole: true });
  return [...all, ...some, ...one, refused(own["not"], served)].reduce(joined, base);
}

/** Returns the number of alternatives of a schema, which `nodeOf` can select. */
export function branchesOf(schema: JsonValue | undefined, served: ServedSchema): number {
  const { anyOf, oneOf } = resolved(schema, served);
  return Math.max(1, listOf(anyOf).length, listOf(oneOf).length);
}

function plainNode(words: JsonObject): SchemaNode {
  const properties = words["properties"];
  const { pattern } = words;
  return {
    words,
    properties: isJsonObject(properties) ? properties : {},
    required: new Set(textsOf(words["required"])),
    excluded: new Set(),
    patterns: typeof pattern === "string" ? [pattern] : [],
  };
}

interface Alternatives {
  readonly served: ServedSchema;
  readonly branch: number;
  /** Whether no other branch may match. */
  readonly isSole: boolean;
}

function alternative(
  branches: readonly JsonValue[],
  { served, branch, isSole }: Alternatives,
): readonly SchemaNode[] {
  if (branches.length === 0) return [];
  const nodes = branches.map((one) => nodeOf(one, served));
  const taken = nodes[branch % nodes.length];
  if (taken === undefined) return [];
  const others = isSole ? nodes.filter((node) => node !== taken) : [];
  const theirs = others.flatMap(({ required }) => [...required]);
  const excluded = new Set([
    ...taken.excluded,
    ...theirs.filter((name) => !taken.required.has(name)),
  ]);
  return [{ ...taken, excluded }];
}

/** Determines which property a `not` excludes: the last of the properties that must not be combined. */
function refused(not: JsonValue | undefined, served: ServedSchema): SchemaNode {
  const nothing = plainNode({});
  if (not === undefined) return nothing;
  const schema = resolved(not, served);
  const alternatives = [schema, ...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])];
  const excluded = alternatives.flatMap((one) => {
    const last = isJsonObject(one) ? textsOf(one["required"]).at(-1) : undefined;
    return last === undefined ? [] : [last];
  });
  return { ...nothing, excluded: new Set(excluded) };
}

function joined(left: SchemaNode, right: SchemaNode): SchemaNode {
  return {
    words: joinedWords(left.words, right.words),
    properties: joinedProperties(left.properties, right.properties),
    required: new Set([...left.required, ...right.required]),
    excluded: new Set([...left.excluded, ...right.excluded]),
    patterns: [...new Set([...left.patterns, ...right.patterns])],
  };
}

/**
 * Merges two sets of properties. A property in both must match both schemas, because a branch may constrain a property
 * that is declared outside the branch.
 */
function joinedProperties(left: JsonObject, right: JsonObject): JsonObject {
  const both = Object.entries(right).map(([name, schema]) => {
    const known = left[name];
    return [name, known === undefined ? schema : { allOf: [known, schema] }] as const;
  });
  return { ...left, ...Object.fromEntries(both) };
}

const larger = new Set(["minimum", "minLength", "minItems", "minProperties"]);
const smaller = new Set(["maximum", "maxLength", "maxItems", "maxProperties"]);

function joinedWords(left: JsonObject, right: JsonObject): JsonObject {
  const words: Record<string, JsonValue> = { ...right, ...left };
  for (const [word, value] of Object.entries(right)) {
    const known = left[word];
    if (typeof known === "number" && typeof value === "number") {
      if (larger.has(word)) words[word] = Math.max(known, value);
      if (smaller.has(word)) words[word] = Math.min(known, value);
    }
    if (word === "enum" && known !== undefined) {
      const choices = new Set(listOf(value));
      words[word] = listOf(known).filter((choice) => choices.has(choice));
    }
  }
  return words;
}

export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonList(value) ? value : [];
}

export function textsOf(value: JsonValue | undefined): readonly string[] {
  return listOf(value).filter((one) => typeof one === "string");
}

export function numberIn(value: JsonValue | undefined, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
