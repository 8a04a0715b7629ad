import { isJsonObject } from "#contract";
import type { Command, JsonObject, Resource, WatchCommand } from "#contract";
import type { Placeholder, PlaceholderValues } from "../schema/argument-tree.ts";
import { hasPlaceholder } from "../schema/argument-tree.ts";
import { placeholderPlaces } from "../schema/placeholder-places.ts";
import type { InputSlots } from "../schema/placeholder-places.ts";
import type { AnyOperation } from "../dialect/operations.ts";
import { fitInput } from "./fit-input.ts";

/** What is known of the stored object that a command is about. What is not stored has no spec. */
export interface StoredParts extends Pick<Resource, "spec"> {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly finalizers?: readonly string[] | undefined;
}

/** An operation, and what it is called with. */
export interface Asked {
  readonly command: Command | WatchCommand;
  readonly operation: AnyOperation;
  readonly slots: InputSlots;
  /** The command's own. */
  readonly values: PlaceholderValues;
  /** It is the second step of a deletion: the first one has taken the version that the command names. */
  readonly isFinish?: boolean;
}

const bodies = ["$spec", "$labels", "$annotations", "$finalizers"] as const;

/**
 * The placeholders of an operation that a command leaves open and that the stored object fills: an id by which
 * the operation finds its object; a version that every deletion must name; what a status write must carry though
 * it is no status; and all that an update would take away by leaving it out.
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
    (isFinish === true || (open("$resourceVersion") && isDemanded(asked, "$resourceVersion")));
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

/** What a creation must carry though its command says nothing of it: none. */
export function emptyValues(asked: Asked): PlaceholderValues {
  if (asked.command.verb !== "create") return {};
  const empty = { $labels: {}, $annotations: {}, $finalizers: [] } as const;
  const wanted = (["$labels", "$annotations", "$finalizers"] as const).filter(
    (body) => asked.values[body] === undefined && isDemanded(asked, body),
  );
  return Object.fromEntries(wanted.map((body) => [body, empty[body]]));
}

/** The values of placeholders in a stored object, as far as the types of the arguments take them. */
export function storedValues(
  wanted: readonly Placeholder[],
  { operation, slots }: Pick<Asked, "operation" | "slots">,
  { uid, resourceVersion, spec, labels, annotations, finalizers }: StoredParts,
): PlaceholderValues {
  const known: PlaceholderValues = {
    $uid: uid,
    $resourceVersion: resourceVersion,
    $spec: spec,
    $labels: labels,
    $annotations: annotations,
    $finalizers: finalizers,
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

function isIn(tree: AnyOperation["arguments"], placeholder: Placeholder): boolean {
  const whole: JsonObject = tree;
  return hasPlaceholder(whole, placeholder);
}

function isDemanded({ operation, slots }: Asked, placeholder: Placeholder): boolean {
  return placeholderPlaces(operation.arguments, slots).some(
    ({ text, slot }) =>
      (text === placeholder || text.startsWith(`${placeholder}.`)) && slot?.isRequired === true,
  );
}
