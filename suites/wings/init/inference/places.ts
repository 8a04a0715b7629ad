import { getNamedType } from "graphql";
import type { GraphQLObjectType } from "graphql";

import type { TypePaths } from "./object-types.ts";
import { isRequired, outputMembers } from "./root-fields.ts";
import type { Input } from "./root-fields.ts";
import type { Lexicon } from "./lexicon.ts";
import { roleOf } from "./role-words.ts";

/**
 * The paths of a type of objects, with its namespace also where that has none of the usual names: it is the one text
 * that every read asks for beside the name, and that the objects have beside theirs. `asked` has the inputs of each read.
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
    return held === undefined ? {} : outputMembers(getNamedType(held));
  }, outputMembers(type));
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

/** Whether an input stands for the namespace of objects of a kind. */
export function isPlace(input: Input, lexicon: Lexicon): boolean {
  return lexicon.roleOf(input) === "namespace" || input.name === placeOf(lexicon.paths);
}

/** Whether the namespace of objects with these paths is called as namespaces usually are. */
export function hasUsualPlace(paths: TypePaths): boolean {
  return roleOf(placeOf(paths) ?? "") === "namespace";
}

function placeOf({ namespace }: TypePaths): string | undefined {
  return namespace?.split(".").at(-1);
}
