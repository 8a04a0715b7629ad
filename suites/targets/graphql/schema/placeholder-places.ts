import { getNullableType, isInputObjectType, isListType, isRequiredInputField } from "graphql";
import type { GraphQLInputType } from "graphql";
import { isJsonObject } from "#contract";
import { looksLikePlaceholder, membersKey } from "./argument-tree.ts";
import type { ArgumentTree } from "./argument-tree.ts";

/** What takes a value: an argument, a variable, or a field of an input object. */
export interface InputSlot {
  readonly type: GraphQLInputType;
  /** It has to be given: its type admits no null, and it has no default. */
  readonly isRequired: boolean;
}

/** Slots by name. */
export type InputSlots = Readonly<Record<string, InputSlot>>;

/** Where a placeholder stands in the arguments of an operation. */
export interface PlaceholderPlace {
  readonly text: string;
  /** The way from the arguments. */
  readonly path: readonly (string | number)[];
  /** What is taken there. Absent inside of values whose fields no type declares. */
  readonly slot?: InputSlot;
}

/** All placeholders of a tree. What is put in by `$members` is none of them. */
export function placeholderPlaces(
  tree: Readonly<Record<string, ArgumentTree>>,
  slots: InputSlots,
): readonly PlaceholderPlace[] {
  return Object.entries(tree).flatMap(([name, inner]) =>
    placesIn(inner, [name], Object.hasOwn(slots, name) ? slots[name] : undefined),
  );
}

/** The fields of an input object as slots. */
export function slotsOf(type: GraphQLInputType): InputSlots {
  const nullable = getNullableType(type);
  if (!isInputObjectType(nullable)) return {};
  return Object.fromEntries(
    Object.values(nullable.getFields()).map((field) => [
      field.name,
      { type: field.type, isRequired: isRequiredInputField(field) },
    ]),
  );
}

function placesIn(
  tree: ArgumentTree,
  path: PlaceholderPlace["path"],
  slot: InputSlot | undefined,
): readonly PlaceholderPlace[] {
  if (typeof tree === "string") {
    if (!looksLikePlaceholder(tree)) return [];
    return [{ text: tree, path, ...(slot === undefined ? {} : { slot }) }];
  }
  if (isList(tree)) {
    return tree.flatMap((item, index) => placesIn(item, [...path, index], itemSlot(slot)));
  }
  if (!isJsonObject(tree)) return [];
  const slots = slot === undefined ? {} : slotsOf(slot.type);
  // An object that may be omitted is omitted with the only placeholder in it.
  const isKept = slot?.isRequired === true || Object.keys(tree).length > 1;
  return Object.entries(tree).flatMap(([name, inner]) => {
    if (name === membersKey) return [];
    const own = Object.hasOwn(slots, name) ? slots[name] : undefined;
    const held = own && { ...own, isRequired: own.isRequired && isKept };
    return placesIn(inner, [...path, name], held);
  });
}

function itemSlot(slot: InputSlot | undefined): InputSlot | undefined {
  const nullable = slot && getNullableType(slot.type);
  return isListType(nullable) ? { type: nullable.ofType, isRequired: false } : undefined;
}

function isList(tree: ArgumentTree): tree is readonly ArgumentTree[] {
  return Array.isArray(tree);
}
