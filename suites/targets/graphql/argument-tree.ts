import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { stepsOf } from "./paths.ts";

/**
 * What is sent for an argument: JSON in which texts of the form `$name` are placeholders for the parts of
 * a command. A member whose placeholder has no value is left out, and so is an object that is left with
 * no member by that. `$$name` is the plain text `$name`.
 */
export type ArgumentTree = JsonValue;

/** Every placeholder, with what it stands for. */
export const placeholders = {
  $kind: "the kind, as the target spells it",
  $namespace: "the namespace of the object or the collection",
  $name: "the name of the object",
  $spec: "the spec to write",
  $status: "the status to write, encoded as the operation says",
  $patch: "the patch of the status",
  $patchFormat: "the format of the patch, as the operation spells it",
  $labels: "the labels to write",
  $annotations: "the annotations to write",
  $finalizers: "the finalizers to write, a list of texts",
  $resourceVersion: "the version that the write replaces",
  $uid: "the incarnation that is meant",
  $dryRun: "whether the write is only tried",
  $fieldManager: "to whom the written fields are attributed",
  $fieldValidation: "what becomes of unknown members",
  $force: "whether fields of others are taken over",
  $cursor: "the version after which a watch starts",
  $bookmarks: "whether the watch tells its position",
  $initialEvents: "whether the watch begins with the current state",
  $selector: "labels as an object: {app: web}",
  $selectorPairs: "labels as a list: [{key: app, value: web}]",
  $selectorText: "labels as a text: app=web,tier=front",
} as const satisfies Record<string, string>;

/** The name of a placeholder. */
export type Placeholder = keyof typeof placeholders;

/** What the placeholders stand for in one command. Those that are absent have no value. */
export type PlaceholderValues = Readonly<Partial<Record<Placeholder, JsonValue>>>;

/** Tells whether a text is a placeholder, known or misspelt, and not a plain value. */
export function looksLikePlaceholder(text: string): boolean {
  return text.startsWith("$") && !text.startsWith("$$");
}

/** Tells whether a text is one of the placeholders. */
export function isPlaceholder(text: string): text is Placeholder {
  return Object.hasOwn(placeholders, text);
}

/** Tells whether a placeholder stands anywhere in a tree. */
export function hasPlaceholder(tree: ArgumentTree, placeholder: Placeholder): boolean {
  if (tree === placeholder) return true;
  if (typeof tree !== "object" || tree === null) return false;
  return Object.values(tree).some((inner) => hasPlaceholder(inner, placeholder));
}

/** Arguments with their placeholders replaced. */
export function fillArguments(
  tree: Readonly<Record<string, ArgumentTree>>,
  values: PlaceholderValues,
): JsonObject {
  const filled = fill(tree, values);
  return isJsonObject(filled) ? filled : {};
}

/**
 * Arguments with members added to the object at a path, which is created where it is absent. Objects are
 * merged member by member, anything else that is there already is replaced.
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
  const members: [string, JsonValue][] = [];
  for (const [member, inner] of Object.entries(tree)) {
    const filled = fill(inner, values);
    if (filled !== undefined) members.push([member, filled]);
  }
  const wasEmptied = members.length === 0 && Object.keys(tree).length > 0;
  return wasEmptied ? undefined : Object.fromEntries(members);
}

function fillText(text: string, values: PlaceholderValues): JsonValue | undefined {
  if (isPlaceholder(text)) return values[text];
  return text.startsWith("$$") ? text.slice(1) : text;
}

function fillList(items: readonly ArgumentTree[], values: PlaceholderValues): readonly JsonValue[] {
  return items.map((item) => fill(item, values)).filter((item) => item !== undefined);
}

function merge(base: JsonObject, added: JsonObject): JsonObject {
  const merged = Object.entries(added).map(([member, value]): [string, JsonValue] => {
    const present = Object.hasOwn(base, member) ? base[member] : undefined;
    return [member, isJsonObject(present) && isJsonObject(value) ? merge(present, value) : value];
  });
  return { ...base, ...Object.fromEntries(merged) };
}
