import { getNamedType, getNullableType, isListType } from "graphql";
import type { GraphQLObjectType } from "graphql";

import type { TypePaths } from "../schema/object-types.ts";
import { bareType, isRequired, outputFields } from "../schema/root-fields.ts";
import type { Input } from "../schema/root-fields.ts";
import type { Lexicon } from "../schema/lexicon.ts";
import { roleOf } from "../schema/role-words.ts";
import { isPluralOf, plain } from "../schema/shapes.ts";

/**
 * Returns the paths of a type, including a namespace without a common name: the only string field other than the name
 * that every read requires. `asked` contains the inputs of each read.
 */
export function withPlace(
  type: GraphQLObjectType,
  paths: TypePaths,
  asked: readonly (readonly Input[])[],
): TypePaths {
  if (paths.namespace !== undefined) return paths;
  const holder = paths.name.split(".").slice(0, -1);
  const inside = holder.reduce((members, step) => {
    const held = members[step];
    return held === undefined ? {} : outputFields(getNamedType(held));
  }, outputFields(type));
  const [place, ...more] = Object.keys(inside).filter((name) =>
    asked.every((inputs) => inputs.some((input) => input.name === name && isTextAskedFor(input))),
  );
  if (place === undefined || more.length > 0) return paths;
  return { ...paths, namespace: [...holder, place].join(".") };
}

function isTextAskedFor(input: Input): boolean {
  const isText = ["ID", "String"].includes(getNamedType(input.type).name);
  return isText && isRequired(input) && roleOf(input.name) === undefined;
}

export function isPlace(input: Input, lexicon: Lexicon): boolean {
  const role = lexicon.roleOf(input);
  const place = placeOf(lexicon.paths);
  return (
    role === "namespace" ||
    (role === undefined &&
      place !== undefined &&
      (input.name === place || isOfOwner(input.name, place)))
  );
}

/**
 * Whether an input takes the id of the owner that contains the namespace under another key: `workshopId` next to
 * `workshop.login`.
 */
export function isPlaceId(input: Input, { paths }: Lexicon): boolean {
  const [holder = "", leaf, ...deeper] = paths.namespace?.split(".") ?? [];
  const isOwned = leaf !== undefined && deeper.length === 0 && plain(leaf) !== "id";
  const isId = /^ID$|uuid|guid/iu.test(getNamedType(input.type).name);
  return (
    isOwned && isId && !isListType(bareType(input)) && plain(input.name) === `${plain(holder)}id`
  );
}

/** Whether an input takes the namespace, the id of its owner, or a list of namespaces. */
export function isPlaced(input: Input, lexicon: Lexicon): boolean {
  return isPlace(input, lexicon) || isPlaceId(input, lexicon) || isPlaces(input, lexicon);
}

/**
 * Whether an input takes a list of namespaces, such as `channels` or `channelIn` for `channel` or for `channel.slug`.
 * GraphQL accepts a single value as a list.
 */
export function isPlaces({ name, type }: Input, { paths }: Lexicon): boolean {
  const isText = ["ID", "String"].includes(getNamedType(type).name);
  const [place = "", holder = ""] = (paths.namespace?.split(".") ?? []).toReversed();
  return (
    isText &&
    isListType(getNullableType(type)) &&
    [place, holder, `${holder}${place}`].some(
      (word) => isPluralOf(name, word) || isAnyOf(name, word),
    )
  );
}

/** Whether a name denotes a comparison with several values of a field: `siteIn`, `site_in` or `siteAnyOf` for `site`. */
function isAnyOf(name: string, word: string): boolean {
  const compared = plain(name).replace(/(?:in|anyof|oneof)$/u, "");
  return compared !== plain(name) && compared === plain(word) && word !== "";
}

/** Whether one name refers to an owner and the other one appends the owner's key: `quarry` and `quarrySlug`. */
function isOfOwner(one: string, other: string): boolean {
  const [short = "", long = ""] = [plain(one), plain(other)].toSorted(
    (left, right) => left.length - right.length,
  );
  return short !== "" && long.startsWith(short) && ownerKey.test(long.slice(short.length));
}

const ownerKey = /^(?:code|handle|id|key|name|path|slug)$/u;

export function hasUsualPlace(paths: TypePaths): boolean {
  return roleOf(placeOf(paths) ?? "") === "namespace";
}

function placeOf({ namespace }: TypePaths): string | undefined {
  return namespace?.split(".").at(-1);
}
