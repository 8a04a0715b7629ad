import { authoredField, authoredRecord, isJsonObject, sortedMembers } from "#contract";
import type { AuthoredMetadata, AuthoredName, JsonObject, JsonValue } from "#contract";
import { composedText, isComposed, placeholdersInside } from "./composed-text.ts";
import { pairsOf } from "./label-pairs.ts";
import type { LabelPairs } from "./label-pairs.ts";
import { stepsOf, valueAt } from "./paths.ts";

/**
 * The value of an argument: JSON with placeholders for the fields of a command. A string of the form `$name` is a
 * placeholder; `$$name` is the plain string `$name`. `$spec.size` and `$status.phase` are single fields. A property
 * whose placeholder has no value is omitted, and so is an object that becomes empty as a result. `{$members: $status}`
 * spreads the fields of an object into the surrounding object, and `{$jsonText: …}` encodes its content as a JSON
 * string. `projects/${namespace}/kilns/${name}` contains placeholders, and has no value if one of them has none.
 */
export type ArgumentTree = JsonValue;

const lists = { names: ", a list of strings", objects: ", a list of objects", texts: "" } as const;

export const placeholders = {
  $kind: "the kind, as spelled by the target",
  $namespace: "the namespace of the object or the collection",
  $namespaceId: "the id of that namespace, from namespaceIds of the kind",
  $name: "the name of the object",
  $spec: "the spec to write",
  $status: "the status to write, in the encoding of the operation",
  $patch: "the patch of the status",
  $patchFormat: "the format of the patch, as spelled by the operation",
  ...authoredRecord(
    authoredPlaceholder,
    (name) => `the ${name} to write${lists[authoredField(name).form]}`,
  ),
  $resourceVersion: "the version that the write replaces",
  $uid: "the uid of the object to write",
  $credential: "the credential of the role, if arguments contain it instead of a header",
  $operation: "in wait: the value that identifies the running operation",
  $dryRun: "whether the write is a dry run",
  $fieldManager: "the manager that owns the written fields",
  $fieldValidation: "the handling of unknown fields",
  $force: "whether to take ownership of fields from other managers",
  $page: "the start of the list's next page",
  $cursor: "the version after which a watch starts",
  $bookmarks: "whether the watch sends bookmarks",
  $initialEvents: "whether the watch starts with the current state",
  $selector: "labels as an object: {app: web}",
  $selectorPairs: "labels as a list: [{key: app, value: web}]",
  $selectorText: "labels as a string: app=web,tier=front",
} as const satisfies Readonly<Record<string, string>>;

export type AuthoredPlaceholder = `$${AuthoredName}`;

export function authoredPlaceholder(name: AuthoredName): AuthoredPlaceholder {
  return `$${name}`;
}

export type Placeholder = keyof typeof placeholders;

/**
 * The placeholder for a generation that a check sends in a write that must ignore it. Dialects cannot use it, because
 * other writes contain no generation.
 */
const generationKey = "$generation";

/** A missing or undefined entry means no value. */
export type PlaceholderValues = Readonly<
  Partial<Record<Placeholder | typeof generationKey, JsonValue | undefined>>
>;

export function authoredValues(
  written: AuthoredMetadata,
  pairs: LabelPairs = {},
): PlaceholderValues {
  return authoredRecord(authoredPlaceholder, (name) => {
    const value = written[name];
    const fields = name === "labels" || name === "annotations" ? pairs[name] : undefined;
    return fields !== undefined && isJsonObject(value) ? pairsOf(value, fields) : value;
  });
}

/** Whether a string is a placeholder, known or misspelled, rather than a plain value. */
export function looksLikePlaceholder(text: string): boolean {
  return text.startsWith("$") && !text.startsWith("$$") && !isComposed(text);
}

/** The key whose value is spread into the surrounding object. */
export const membersKey = "$members";

/** The key whose value is encoded as a JSON string. */
export const jsonTextKey = "$jsonText";

export function isKnownPlaceholder(text: string): boolean {
  return isPlaceholder(text) || memberOf(text) !== undefined;
}

export function isPlaceholder(text: string): text is Placeholder {
  return Object.hasOwn(placeholders, text);
}

/** Whether a placeholder occurs in a tree, at any depth. The id of a namespace also counts as the namespace. */
export function hasPlaceholder(tree: ArgumentTree, placeholder: Placeholder): boolean {
  return textsIn(tree).has(placeholder);
}

/** Cached, because each request repeatedly checks the placeholders of its operation. */
const textsOfTrees = new WeakMap<object, ReadonlySet<string>>();

function textsIn(tree: ArgumentTree): ReadonlySet<string> {
  if (typeof tree === "string") {
    const place = tree === "$namespaceId" ? ["$namespace"] : [];
    return new Set([tree, memberOf(tree)?.of ?? tree, ...placeholdersInside(tree), ...place]);
  }
  if (typeof tree !== "object" || tree === null) return new Set();
  const known = textsOfTrees.get(tree);
  if (known !== undefined) return known;
  const texts = new Set(Object.values(tree).flatMap((inner) => [...textsIn(inner)]));
  textsOfTrees.set(tree, texts);
  return texts;
}

export function fillArguments(
  tree: Readonly<Record<string, ArgumentTree>>,
  values: PlaceholderValues,
): JsonObject {
  const filled = fill(tree, values);
  return isJsonObject(filled) ? filled : {};
}

/**
 * Returns a copy with fields added to the object at a path. Creates the object if it is absent. Merges objects
 * recursively, and replaces other existing values. At a path segment `$jsonText`, parses the JSON string, and
 * serializes it again with the added fields.
 */
export function addMembers(tree: JsonObject, path: string, members: JsonObject): JsonObject {
  const added = stepsOf(path).reduceRight<JsonObject>(
    (inner, step) => ({ [step]: inner }),
    members,
  );
  return merge(tree, added);
}

function fill(tree: ArgumentTree, values: PlaceholderValues): JsonValue | undefined {
  if (typeof tree === "string") return fillText(tree, values);
  if (Array.isArray(tree)) return fillList(tree, values);
  if (!isJsonObject(tree)) return tree;
  const boxed = tree[jsonTextKey];
  if (boxed !== undefined) return textOf(fill(boxed, values));
  const members: [string, JsonValue][] = [];
  for (const [member, inner] of Object.entries(tree)) {
    const filled = fill(inner, values);
    if (member === membersKey) members.push(...Object.entries(isJsonObject(filled) ? filled : {}));
    else if (filled !== undefined) members.push([member, filled]);
  }
  const wasEmptied = members.length === 0 && Object.keys(tree).length > 0;
  return wasEmptied && !isBodyOf(tree, values) ? undefined : Object.fromEntries(members);
}

function isBodyOf(tree: JsonObject, values: PlaceholderValues): boolean {
  const body = bodies.find((one) => one === tree[membersKey]);
  return body !== undefined && values[body] !== undefined;
}

/** Equal values have equal texts, because an endpoint may compare only the texts. */
function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value, sortedMembers);
}

function fillText(text: string, values: PlaceholderValues): JsonValue | undefined {
  if (isPlaceholder(text) || text === generationKey) return values[text];
  const member = memberOf(text);
  if (member !== undefined) return valueAt(values[member.of], member.path);
  if (isComposed(text)) {
    return composedText(text, (placeholder) =>
      isPlaceholder(placeholder) ? values[placeholder] : undefined,
    );
  }
  return text.startsWith("$$") ? text.slice(1) : text;
}

/** Placeholders whose fields can be addressed, as in `$spec.size`. */
const bodies = ["$spec", "$status"] as const;

function memberOf(
  text: string,
): { readonly of: (typeof bodies)[number]; readonly path: string } | undefined {
  const of = bodies.find((body) => text.startsWith(`${body}.`));
  return of === undefined ? undefined : { of, path: text.slice(of.length + 1) };
}

function fillList(items: readonly ArgumentTree[], values: PlaceholderValues): readonly JsonValue[] {
  return items.map((item) => fill(item, values)).filter((item) => item !== undefined);
}

function merge(base: JsonObject, added: JsonObject): JsonObject {
  const merged = Object.entries(added).map(([member, value]): [string, JsonValue] => {
    const present = Object.hasOwn(base, member) ? base[member] : undefined;
    if (!isJsonObject(value)) return [member, value];
    const text = value[jsonTextKey];
    if (text !== undefined && isJsonObject(text)) return [member, withinText(present, text)];
    return [member, isJsonObject(present) ? merge(present, value) : value];
  });
  return { ...base, ...Object.fromEntries(merged) };
}

function withinText(present: JsonValue | undefined, added: JsonObject): string {
  const held: unknown = typeof present === "string" ? JSON.parse(present) : {};
  return JSON.stringify(merge(isJsonObject(held) ? held : {}, added), sortedMembers);
}
