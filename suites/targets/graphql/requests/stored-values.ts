import { authoredField, authoredNames, isJsonObject } from "#contract";
import type {
  AuthoredMetadata,
  AuthoredName,
  Command,
  JsonObject,
  Resource,
  WatchCommand,
} from "#contract";
import type { Placeholder, PlaceholderValues } from "../schema/argument-tree.ts";
import { authoredPlaceholder, authoredValues, hasPlaceholder } from "../schema/argument-tree.ts";
import { placeholdersInside } from "../schema/composed-text.ts";
import { placeholderPlaces } from "../schema/placeholder-places.ts";
import type { InputSlots } from "../schema/placeholder-places.ts";
import type { AnyOperation } from "../dialect/dialect-operations.ts";
import type { LabelPairs } from "../schema/label-pairs.ts";
import { fitInput } from "./fit-input.ts";

export interface StoredParts extends Pick<Resource, "spec"> {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly authored?: AuthoredMetadata;
}

export interface Asked {
  readonly command: Command | WatchCommand;
  readonly operation: AnyOperation;
  readonly slots: InputSlots;
  readonly values: PlaceholderValues;
  readonly pairs?: LabelPairs | undefined;
  /** Whether this is the second step of a delete operation. The first step replaced the expected version. */
  readonly isFinish?: boolean;
}

const bodies: readonly Placeholder[] = ["$spec", ...authoredNames.map(authoredPlaceholder)];

/**
 * Returns the placeholders of an operation whose values come from the stored object. These are its id; the version that
 * every delete request must specify; the fields that a status write contains; and the fields that an update requires,
 * or would remove by omission.
 */
export function storedPlaceholders(asked: Asked): readonly Placeholder[] {
  const { command, operation, values, isFinish } = asked;
  const { arguments: tree } = operation;
  if (command.verb === "list" || command.verb === "watch" || command.verb === "create") return [];
  const open = (placeholder: Placeholder): boolean =>
    values[placeholder] === undefined && isIn(tree, placeholder);
  const isSought = open("$uid") && (isDemanded(asked, "$uid") || !isIn(tree, "$name"));
  const isDeletion = command.verb === "delete";
  const isVersioned =
    isDeletion &&
    isIn(tree, "$resourceVersion") &&
    (isFinish === true ||
      (open("$resourceVersion") &&
        (isDemanded(asked, "$resourceVersion") || requiresVersion(operation))));
  const isReplacing = "mode" in operation && operation.mode === "replace";
  const carried = bodies.filter(
    (body) => open(body) && (command.verb !== "update" || isReplacing || isDemanded(asked, body)),
  );
  return [
    ...(isSought ? (["$uid"] as const) : []),
    ...(isVersioned ? (["$resourceVersion"] as const) : []),
    ...carried,
  ];
}

function requiresVersion(operation: AnyOperation): boolean {
  return "requiresVersion" in operation && operation.requiresVersion !== undefined;
}

/** Returns empty values for placeholders that a create request must send although its command has no value for them. */
export function emptyValues(asked: Asked): PlaceholderValues {
  if (asked.command.verb !== "create") return {};
  const wanted = authoredNames.filter((name) => {
    const placeholder = authoredPlaceholder(name);
    return asked.values[placeholder] === undefined && isDemanded(asked, placeholder);
  });
  return Object.fromEntries(
    wanted.map((name) => [
      authoredPlaceholder(name),
      authoredField(name).form === "texts" && !isPaired(name, asked.pairs) ? {} : [],
    ]),
  );
}

export function storedValues(
  wanted: readonly Placeholder[],
  { operation, slots, pairs }: Pick<Asked, "operation" | "pairs" | "slots">,
  { uid, resourceVersion, spec, authored = {} }: StoredParts,
): PlaceholderValues {
  const known: PlaceholderValues = {
    $uid: uid,
    $resourceVersion: resourceVersion,
    $spec: spec,
    ...authoredValues(authored, pairs),
  };
  const places = placeholderPlaces(operation.arguments, slots);
  return Object.fromEntries(
    wanted.map((placeholder) => {
      const value = known[placeholder];
      const slot = places.find(({ text }) => text === placeholder)?.slot;
      const isBody = isJsonObject(value) && slot !== undefined;
      return [placeholder, isBody ? fitInput(slot.type, value) : value];
    }),
  );
}

function isPaired(name: AuthoredName, pairs: LabelPairs = {}): boolean {
  return (name === "labels" || name === "annotations") && pairs[name] !== undefined;
}

function isIn(tree: AnyOperation["arguments"], placeholder: Placeholder): boolean {
  const whole: JsonObject = tree;
  return hasPlaceholder(whole, placeholder);
}

function isDemanded({ operation, slots }: Asked, placeholder: Placeholder): boolean {
  return placeholderPlaces(operation.arguments, slots).some(
    ({ text, slot }) =>
      slot?.isRequired === true &&
      (text === placeholder ||
        text.startsWith(`${placeholder}.`) ||
        placeholdersInside(text).includes(placeholder)),
  );
}
