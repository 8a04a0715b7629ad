import { getNamedType } from "graphql";
import type { GraphQLObjectType } from "graphql";

import type { TypePaths } from "./object-types.ts";
import { isRequired, outputFields } from "./root-fields.ts";
import type { Input } from "./root-fields.ts";
import type { Lexicon } from "./lexicon.ts";
import { roleOf } from "./role-words.ts";
import { plain } from "./shapes.ts";

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
