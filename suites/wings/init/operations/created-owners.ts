import { getNamedType, isListType } from "graphql";
import { flattened } from "../schema/flattened.ts";
import type { Identity, Reached } from "../schema/identity.ts";
import { roleOf } from "../schema/role-words.ts";
import { bareType, isRequired } from "../schema/root-fields.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import { leavesOf, meansLeaf, plain } from "../schema/shapes.ts";
import type { Leaf } from "../schema/shapes.ts";

/**
 * Finds the id of the owner of objects that are read by their own id: every create mutation requires it, and a list or a
 * watch also takes it, as in `workshopId` for `workshop.id`. A field next to the name, such as `board_id`, must be
 * required there. Undefined if there are several such ids. Other required ids only refer to other objects.
 */
export function ownerOfCreation(
  { type, lists, watches = [] }: Reached,
  { name, id }: Identity,
  mutations: readonly RootField[],
): Leaf | undefined {
  if (id === undefined) return undefined;
  const needed = mutations.map(({ arguments: inputs }) => flattened(inputs).filter(isRequired));
  const takes = (leaf: Leaf, inputs: (typeof needed)[number]): boolean =>
    inputs.some((input) => meansLeaf(input.name, leaf, type.name));
  const creating = needed.filter((inputs) => takes(name, inputs) && !takes(id, inputs));
  const collections = [...lists, ...watches].map((field) => flattened(field.arguments));
  const created = leavesOf(type).filter(
    (leaf) =>
      (leaf.holder === "" ? isOwnerId(leaf, id) : roleOf(leaf.name) === "uid") &&
      creating.length > 0 &&
      creating.every((inputs) => takesId(leaf, inputs)),
  );
  const held = created.filter(({ holder }) => holder !== "");
  const [owner, ...others] = held.length > 0 ? held : created;
  const isScope =
    owner !== undefined &&
    collections.some((inputs) =>
      takesId(owner, owner.holder === "" ? inputs.filter(isRequired) : inputs),
    );
  return others.length === 0 && isScope ? owner : undefined;
}

function isOwnerId({ name, path }: Leaf, own: Leaf): boolean {
  return path !== own.path && /[a-z]Id$|_id$/u.test(name) && roleOf(name) === undefined;
}

function takesId({ path }: Leaf, inputs: readonly Input[]): boolean {
  return inputs.some(
    (input) =>
      plain(input.name) === plain(path) &&
      !isListType(bareType(input)) &&
      ["ID", "String"].includes(getNamedType(input.type).name),
  );
}
