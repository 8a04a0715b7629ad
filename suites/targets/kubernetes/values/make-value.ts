import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Hint, Hints } from "./value-hints.ts";
import { numberValue } from "./number-value.ts";
import { formatInRules } from "./rule-format.ts";
import { branchesOf, listOf, nodeOf, numberIn, textsOf } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";
import type { ServedSchema } from "./served-schema.ts";
import { textValue } from "./text-value.ts";

export interface Making {
  readonly served: ServedSchema;
  readonly hints: Hints;
  /** Index of this value among the values that must differ. */
  readonly variant: number;
  /** Whether optional scalars of objects are set. */
  readonly isFull: boolean;
  /** The value that a default of an enclosing object gives this property. */
  readonly given?: JsonValue;
}

export interface Made {
  readonly value: JsonValue;
  readonly varies: boolean;
}

export interface Unmade {
  readonly unmade: string;
}

interface Place extends Making {
  readonly path: string;
  readonly name: string;
  /** Nesting depth, because schemas may be recursive. */
  readonly depth: number;
}

const deepest = 12;

/** Replaces the field name when generating strings that must be equal. */
const sharedName = "shared";

/**
 * Generates a value of a schema, according to its supported keywords, or returns the path of a required value that
 * could not be generated.
 */
export function makeValue(
  schema: JsonValue | undefined,
  path: string,
  making: Making,
): Made | Unmade {
  const name = path.split(".").at(-1) ?? path;
  return valueAt(schema, { ...making, path, name, depth: 0 });
}

export function isMade(one: Made | Unmade): one is Made {
  return "value" in one;
}

function valueAt(schema: JsonValue | undefined, place: Place): Made | Unmade {
  const hint: Hint = place.hints.get(place.path) ?? {};
  const turn = hint.turn ?? 0;
  const first = valueOfBranch(schema, { place, hint, branch: turn });
  if (isMade(first)) return first;
  // Another alternative of the schema may require other properties.
  for (let branch = turn + 1; branch < turn + branchesOf(schema, place.served); branch += 1) {
    const other = valueOfBranch(schema, { place, hint, branch });
    if (isMade(other)) return other;
  }
  return first;
}

interface Branch {
  readonly place: Place;
  readonly hint: Hint;
  readonly branch: number;
}

function valueOfBranch(
  schema: JsonValue | undefined,
  { place, hint, branch }: Branch,
): Made | Unmade {
  const read = nodeOf(schema, place.served, branch);
  const node = hint.words === undefined ? read : withWords(read, hint.words);
  const at = { ...place, variant: variantAt(place.variant, hint) };
  const made = at.depth > deepest ? undefined : valueOf(node, hint, at);
  if (made === undefined) return { unmade: place.path };
  return hint.isConstant === true && isMade(made) ? { ...made, varies: false } : made;
}

function variantAt(variant: number, { isConstant, isNear }: Hint): number {
  if (isConstant === true) return 0;
  return isNear === true ? variant % 3 : variant;
}

function withWords(node: SchemaNode, words: Readonly<Record<string, JsonValue>>): SchemaNode {
  const { pattern } = words;
  const patterns = typeof pattern === "string" ? [...node.patterns, pattern] : node.patterns;
  return { ...node, words: { ...node.words, ...words }, patterns };
}

function valueOf(node: SchemaNode, hint: Hint, place: Place): Made | Unmade | undefined {
  const { words } = node;
  const choices = choicesOf(node, hint);
  if (choices.length > 0) return choiceOf(choices, place.variant + (hint.turn ?? 0), choices);
  if (words["x-kubernetes-int-or-string"] === true) return quantityOf(node, hint, place);
  if (words["x-kubernetes-embedded-resource"] === true) return embedded(node, hint, place);
  switch (typeOf(node)) {
    case "integer":
    case "number":
      return numberValue(node, place.variant, hint.turn);
    case "boolean":
      return { value: (place.variant + (hint.turn ?? 0)) % 2 === 0, varies: false };
    case "string": {
      const { variant } = place;
      const name = hint.isShared === true ? sharedName : place.name;
      return textValue(withRuleFormat(node), { name, variant, turn: hint.turn ?? 0 });
    }
    case "array":
      return listMade(node, place);
    case "object":
      return objectMade(node, hint, place);
    default:
      return undefined;
  }
}

function withRuleFormat(node: SchemaNode): SchemaNode {
  const format = node.words["format"] ?? formatInRules(node.words);
  return format === undefined ? node : { ...node, words: { ...node.words, format } };
}

/**
 * Generates a quantity. If the schema has a pattern, generates a string, because server-side apply rejects a number.
 */
function quantityOf(
  node: SchemaNode,
  { turn = 0 }: Hint,
  { name, variant }: Place,
): Made | undefined {
  const isText = node.patterns.length > 0 || node.words["type"] === "string";
  return isText ? textValue(node, { name, variant, turn }) : numberValue(node, variant);
}

/** Returns the values to choose from. A hint contains scalars; if the value is a list, they are for its items. */
function choicesOf(node: SchemaNode, { choices }: Hint): readonly JsonValue[] {
  const own = listOf(node.words["enum"]);
  return typeOf(node) === "array" ? own : (choices ?? own);
}

function typeOf({ words, properties }: SchemaNode): unknown {
  if (words["type"] !== undefined) return words["type"];
  const isFree = words["x-kubernetes-preserve-unknown-fields"] === true;
  return isFree || Object.keys(properties).length > 0 ? "object" : "string";
}

function choiceOf(
  choices: readonly JsonValue[],
  place: number,
  { length }: { readonly length: number },
): Made | undefined {
  const filled = choices.filter((choice) => choice !== "" && choice !== null);
  const some = filled.length > 0 ? filled : choices;
  const value = some[place % some.length];
  return value === undefined ? undefined : { value, varies: Math.min(length, some.length) >= 3 };
}

/** Generates an embedded object. The schema may require properties in addition to those that every object has. */
function embedded(
  { properties, required, ...node }: SchemaNode,
  hint: Hint,
  place: Place,
): Made | Unmade {
  const name = `embedded-${"abc"[place.variant] ?? "d"}`;
  const head = { apiVersion: "v1", kind: "ConfigMap", metadata: { name } };
  const isOther = (one: string): boolean => !(one in head);
  const others = Object.entries(properties).filter(([one]) => isOther(one));
  const { "x-kubernetes-preserve-unknown-fields": _open, ...words } = node.words;
  const rest: SchemaNode = {
    ...node,
    words,
    properties: Object.fromEntries(others),
    required: new Set([...required].filter(isOther)),
  };
  const made = objectMade(rest, hint, place);
  if (!isMade(made)) return made;
  return { value: { ...head, ...(isJsonObject(made.value) ? made.value : {}) }, varies: true };
}

/**
 * Generates a list with the minimum number of items, but at least one if allowed. The items are pairwise different, as
 * sets and maps require.
 */
function listMade(node: SchemaNode, place: Place): Made | Unmade | undefined {
  const { words } = node;
  const fewest = numberIn(words["minItems"], 0);
  const most = numberIn(words["maxItems"], Infinity);
  if (most < 1) return { value: [], varies: false };
  if (words["x-kubernetes-list-type"] === "set") return setMade(node, place, { fewest, most });
  const keys = words["x-kubernetes-list-type"] === "map" ? keysOf(words) : [];
  // The last variant has an additional item, so that merging and replacing lists can be distinguished.
  const isLonger = place.isFull && place.variant === 2 && fewest < 2 && most >= 2;
  const usual = listOf(usualOf(node, place)).length;
  const count = Math.max(isLonger ? 2 : 1, fewest, keys.length > 0 ? usual : 0);
  const steady = keyed(node, place, { keys, count });
  if (!isMade(steady)) return fewest === 0 ? { value: [], varies: false } : steady;
  if (steady.varies || keys.length === 0) return steady;
  return keyed(node, place, { keys: [], count });
}

/** Generates a set that includes the items of its default, because an apply adds to these items. */
function setMade(
  node: SchemaNode,
  place: Place,
  { fewest, most }: { readonly fewest: number; readonly most: number },
): Made | Unmade {
  const usual = listOf(usualOf(node, place));
  if (usual.length >= most) return { value: usual, varies: false };
  const isLonger = place.isFull && place.variant === 2 && fewest < 2 && most >= usual.length + 2;
  const count = Math.max(isLonger ? 2 : 1, fewest - usual.length);
  const made = keyed(node, place, { keys: [], count });
  if (!isMade(made)) return fewest === 0 ? { value: [], varies: false } : made;
  const own = listOf(made.value).filter(
    (item) => !usual.some((known) => JSON.stringify(known) === JSON.stringify(item)),
  );
  return { value: [...usual, ...own], varies: made.varies };
}

/** Returns the default of a value: from its own schema, or from the default of an enclosing object. */
function usualOf({ words }: SchemaNode, { given }: Place): JsonValue | undefined {
  return words["default"] ?? given;
}

function without({ given: _given, ...place }: Place): Place {
  return place;
}

function inside(node: SchemaNode, name: string, place: Place): Place {
  const usual = usualOf(node, place);
  const given = isJsonObject(usual) ? usual[name] : undefined;
  return {
    ...without(place),
    path: `${place.path}.${name}`,
    name,
    depth: place.depth + 1,
    ...(given === undefined ? {} : { given }),
  };
}

function keysOf(words: JsonObject): readonly string[] {
  return textsOf(words["x-kubernetes-list-map-keys"]);
}

/** Generates items whose keys are equal in every variant. Merging them then yields one list. */
function keyed(
  node: SchemaNode,
  place: Place,
  { keys, count }: { readonly keys: readonly string[]; readonly count: number },
): Made | Unmade {
  const items: JsonValue[] = [];
  const { words } = node;
  const usual = listOf(usualOf(node, place));
  let varies = false;
  for (let index = 0; index < count; index += 1) {
    const variant = place.variant + index;
    const { [index]: given } = usual;
    const isMerged = keys.length > 0 && given !== undefined;
    const outer = isMerged ? { ...place, given } : without(place);
    const inner = { ...outer, variant, depth: place.depth + 1 };
    const made = valueAt(words["items"], inner);
    if (!isMade(made)) return made;
    const fixed = valueAt(words["items"], { ...inner, variant: index });
    const isKeyed = keys.length > 0 && isMade(fixed);
    // Uses the same keys as the default, so that merging replaces the default items.
    const known = usual[index] ?? (isKeyed ? fixed.value : null);
    const value = isKeyed ? withKeys(made.value, known, keys) : made.value;
    items.push(value);
    varies ||= made.varies && (!isKeyed || differs(made.value, keys));
  }
  return { value: items, varies };
}

function withKeys(item: JsonValue, fixed: JsonValue, keys: readonly string[]): JsonValue {
  if (!isJsonObject(item) || !isJsonObject(fixed)) return item;
  const values = keys.flatMap((key) => {
    const value = fixed[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...item, ...Object.fromEntries(values) };
}

function differs(item: JsonValue, keys: readonly string[]): boolean {
  return isJsonObject(item) && Object.keys(item).some((name) => !keys.includes(name));
}

function objectMade(node: SchemaNode, hint: Hint, place: Place): Made | Unmade {
  const value: Record<string, JsonValue> = {};
  let varies = false;
  for (const [name, schema] of Object.entries(node.properties)) {
    const at = inside(node, name, place);
    const isRequired = node.required.has(name);
    const made = propertyMade(schema, { node, hint, at });
    if (made === undefined) continue;
    if (isMade(made)) {
      value[name] = made.value;
      varies ||= made.varies;
    } else if (isRequired) {
      return made;
    }
  }
  for (const name of fillers(node, { hint, value })) {
    const made = valueAt(node.properties[name], inside(node, name, place));
    if (!isMade(made)) continue;
    value[name] = made.value;
    varies ||= made.varies;
    if (Object.keys(value).length >= numberIn(node.words["minProperties"], 0)) break;
  }
  const missing = [...node.required].find((name) => !(name in value));
  if (missing !== undefined && !isOpen(node)) return { unmade: `${place.path}.${missing}` };
  const entries = entriesMade(node, hint, place);
  if (Object.keys(value).length > 0 || entries === undefined) return { value, varies };
  return entries;
}

/**
 * Returns optional properties to choose from if more are required. Properties whose names occur in checks come last.
 */
function fillers(
  node: SchemaNode,
  { hint, value }: { readonly hint: Hint; readonly value: JsonObject },
): readonly string[] {
  const fewest = numberIn(node.words["minProperties"], 0);
  if (Object.keys(value).length >= fewest) return [];
  const names = Object.keys(node.properties).filter((name) => !(name in value));
  const free = names.filter((name) => !node.excluded.has(name));
  const asked = new Set(["observedGeneration", "conditions"]);
  const sorted = [
    ...free.filter((name) => !asked.has(name)),
    ...free.filter((name) => asked.has(name)),
  ];
  const turn = (hint.turn ?? 0) % Math.max(1, sorted.length);
  return [...sorted.slice(turn), ...sorted.slice(0, turn)];
}

function isOpen({ words }: SchemaNode): boolean {
  return (
    words["x-kubernetes-preserve-unknown-fields"] === true ||
    words["additionalProperties"] !== undefined
  );
}

interface Wish {
  readonly node: SchemaNode;
  readonly hint: Hint;
  readonly at: Place;
}

function isSet(schema: JsonValue, { node, hint, at }: Wish): boolean {
  const { isWanted, isLeftOut } = at.hints.get(at.path) ?? {};
  if (isLeftOut === true) return false;
  if (isWanted === true) return true;
  if (!at.isFull || hint.isBare === true || node.excluded.has(at.name)) return false;
  const inner = nodeOf(schema, at.served);
  const type = typeOf(inner);
  return type !== "object" && type !== "array";
}

/** Generates a property of an object. Undefined if the property is omitted. */
function propertyMade(schema: JsonValue, wish: Wish): Made | Unmade | undefined {
  const { node, at } = wish;
  const isMeant = node.required.has(at.name) || isSet(schema, wish);
  return isMeant ? valueAt(schema, at) : keptDefault(wish);
}

/** Returns the initial value of an object or a list that is not generated: a patch or an apply leaves it in place. */
function keptDefault({ node, hint, at }: Wish): Made | undefined {
  if (!at.isFull || at.given === undefined || node.excluded.has(at.name)) return undefined;
  const isOmitted = at.hints.get(at.path)?.isLeftOut === true || hint.isBare === true;
  return isOmitted ? undefined : { value: at.given, varies: false };
}

function entriesMade(node: SchemaNode, hint: Hint, place: Place): Made | undefined {
  const values = node.words["additionalProperties"];
  const isFree = node.words["x-kubernetes-preserve-unknown-fields"] === true;
  const schema = isJsonObject(values) ? values : { type: "string" };
  if (!isJsonObject(values) && !isFree && values !== true) return undefined;
  const value: Record<string, JsonValue> = {};
  let varies = false;
  const usual = usualOf(node, place);
  const initial = place.isFull && isJsonObject(usual) ? usual : {};
  const known = Object.keys(initial).map((key) => [key, null] as const);
  const demanded = { ...Object.fromEntries(known), ...hint.entries };
  const fewest = numberIn(node.words["minProperties"], 0);
  for (const key of keysFor(Object.keys(demanded), { fewest, keys: hint.keys })) {
    const wanted = demanded[key] ?? null;
    if (wanted !== null) {
      value[key] = wanted;
      continue;
    }
    const { [key]: given } = initial;
    const outer = given === undefined ? without(place) : { ...place, given };
    const at = { ...outer, name: "value", depth: place.depth + 1 };
    const made = valueAt(schema, at);
    if (!isMade(made)) return undefined;
    value[key] = made.value;
    varies ||= made.varies;
  }
  return { value, varies };
}

interface KeyWishes {
  readonly fewest: number;
  readonly keys: Hint["keys"];
}

/** Returns the keys of a map: those that its rules require, and others up to the minimum number. */
function keysFor(demanded: readonly string[], { fewest, keys }: KeyWishes): readonly string[] {
  const more = Math.max(demanded.length === 0 ? 1 : 0, fewest - demanded.length);
  return [...demanded, ...Array.from({ length: more }, (_, index) => keyAt(index, keys))];
}

function keyAt(index: number, keys: Hint["keys"]): string {
  const usual = `key-${"abc"[index] ?? index}`;
  if (keys === undefined) return usual;
  const { turn, words } = keys;
  const node = withWords(nodeOf({}, { root: {}, parts: new Map() }), words);
  return textValue(node, { name: "key", variant: index, turn })?.value ?? usual;
}

/** Returns the schema of a list's items or a map's entries. Their paths contain no index and no key. */
export function entriesOf(words: JsonObject): JsonValue | undefined {
  const { items, additionalProperties } = words;
  return items ?? (isJsonObject(additionalProperties) ? additionalProperties : undefined);
}

export function stringPaths(
  schema: JsonValue | undefined,
  path: string,
  { served, hints }: Pick<Making, "hints" | "served">,
): readonly string[] {
  const found: string[] = [];
  let level: readonly Level[] = [{ schema, path }];
  for (let depth = 0; depth < 4 && level.length > 0; depth += 1) {
    level = level.flatMap(({ schema: outer, path: at }) => {
      const { properties } = nodeOf(outer, served, hints.get(at)?.turn ?? 0);
      return Object.entries(properties).map(([name, inner]) => {
        const { words } = nodeOf(inner, served);
        const one = { schema: entriesOf(words) ?? inner, path: `${at}.${name}` };
        if (nodeOf(one.schema, served).words["type"] === "string") found.push(one.path);
        return one;
      });
    });
  }
  return found;
}

export interface OptionalProperty {
  readonly path: string;
  /**
   * Whether the property's own schema provides three values, as for a number, or for a string without an enum or with
   * an enum of at least three values.
   */
  readonly isVariable: boolean;
}

export function optionalProperties(
  schema: JsonValue | undefined,
  path: string,
  making: Making,
): readonly OptionalProperty[] {
  const found: OptionalProperty[] = [];
  let level: readonly Level[] = [{ schema, path }];
  for (let depth = 0; depth < 4 && level.length > 0; depth += 1) {
    level = level.flatMap((one) => innerLevels(one, making, found));
  }
  return found;
}

interface Level {
  readonly schema: JsonValue | undefined;
  readonly path: string;
}

function innerLevels(
  { schema, path }: Level,
  { served, hints }: Making,
  found: OptionalProperty[],
): readonly Level[] {
  const { turn = 0 } = hints.get(path) ?? {};
  const node = nodeOf(schema, served, turn);
  return Object.entries(node.properties).flatMap(([name, inner]) => {
    const at = `${path}.${name}`;
    const { isWanted, isLeftOut } = hints.get(at) ?? {};
    const isThere = node.required.has(name) || isWanted === true;
    const { words } = nodeOf(inner, served, hints.get(at)?.turn ?? 0);
    if (!isThere && isLeftOut !== true && !node.excluded.has(name)) {
      found.push({ path: at, isVariable: isVariable(words) });
    }
    if (!isThere) return [];
    return [{ schema: entriesOf(words) ?? inner, path: at }];
  });
}

const variableTypes: ReadonlySet<JsonValue | undefined> = new Set(["string", "integer", "number"]);

function isVariable({ type, enum: values }: JsonObject): boolean {
  return variableTypes.has(type) && (!isJsonList(values) || values.length > 2);
}
