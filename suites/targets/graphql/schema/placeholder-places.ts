import { getNullableType, isInputObjectType, isListType, isRequiredInputField } from "graphql";
import type { GraphQLInputType } from "graphql";
import { isJsonObject } from "#contract";
import { looksLikePlaceholder, membersKey } from "./argument-tree.ts";
import type { ArgumentTree } from "./argument-tree.ts";
import { isComposed } from "./composed-text.ts";

export interface InputSlot {
  readonly type: GraphQLInputType;
  /** Whether the argument or field is not nullable and has no default. */
  readonly isRequired: boolean;
}

export type InputSlots = Readonly<Record<string, InputSlot>>;

export interface PlaceholderPlace {
  /** A placeholder, or a string with placeholders inside. */
  readonly text: string;
  readonly path: readonly (string | number)[];
  readonly slot?: InputSlot;
}

type Arguments = Readonly<Record<string, ArgumentTree>>;

/** Cached, because each request needs the positions in its operation several times. */
const known = new WeakMap<Arguments, WeakMap<InputSlots, readonly PlaceholderPlace[]>>();

export function placeholderPlaces(tree: Arguments, slots: InputSlots): readonly PlaceholderPlace[] {
  const ofTree = known.get(tree) ?? new WeakMap<InputSlots, readonly PlaceholderPlace[]>();
  known.set(tree, ofTree);
  const places = ofTree.get(slots) ?? placesOf(tree, slots);
  ofTree.set(slots, places);
  return places;
}

function placesOf(tree: Arguments, slots: InputSlots): readonly PlaceholderPlace[] {
  return Object.entries(tree).flatMap(([name, inner]) =>
    placesIn(inner, [name], Object.hasOwn(slots, name) ? slots[name] : undefined),
  );
}

/** Cached, because each request needs the fields of its input objects. */
const knownSlots = new WeakMap<GraphQLInputType, InputSlots>();

export function slotsOf(type: GraphQLInputType): InputSlots {
  const nullable = getNullableType(type);
  if (!isInputObjectType(nullable)) return {};
  const slots =
    knownSlots.get(nullable) ??
    Object.fromEntries(
      Object.values(nullable.getFields()).map((field) => [
        field.name,
        { type: field.type, isRequired: isRequiredInputField(field) },
      ]),
    );
  knownSlots.set(nullable, slots);
  return slots;
}

function placesIn(
  tree: ArgumentTree,
  path: PlaceholderPlace["path"],
  slot: InputSlot | undefined,
): readonly PlaceholderPlace[] {
  if (typeof tree === "string") {
    if (!looksLikePlaceholder(tree) && !isComposed(tree)) return [];
    return [{ text: tree, path, ...(slot === undefined ? {} : { slot }) }];
  }
  if (isList(tree)) {
    return tree.flatMap((item, index) => placesIn(item, [...path, index], itemSlot(slot)));
  }
  if (!isJsonObject(tree)) return [];
  // A single object is coerced to a list with one item.
  const slots = slot === undefined ? {} : slotsOf(itemType(slot.type));
  // An optional input object is omitted if its only placeholder has no value.
  const isKept = slot?.isRequired === true || Object.keys(tree).length > 1;
  return Object.entries(tree).flatMap(([name, inner]) => {
    if (name === membersKey) return [];
    const own = Object.hasOwn(slots, name) ? slots[name] : undefined;
    const held = own && { ...own, isRequired: own.isRequired && isKept };
    return placesIn(inner, [...path, name], held);
  });
}

function itemType(type: GraphQLInputType): GraphQLInputType {
  const nullable = getNullableType(type);
  return isListType(nullable) ? itemType(nullable.ofType) : nullable;
}

function itemSlot(slot: InputSlot | undefined): InputSlot | undefined {
  const nullable = slot && getNullableType(slot.type);
  return isListType(nullable) ? { type: nullable.ofType, isRequired: false } : undefined;
}

function isList(tree: ArgumentTree): tree is readonly ArgumentTree[] {
  return Array.isArray(tree);
}
