import { getNamedType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { memberOf } from "./object-writes.ts";
import type { Write } from "./object-writes.ts";
import { roleOf } from "../schema/role-words.ts";
import { isListed, outputFields } from "../schema/root-fields.ts";

/**
 * Finds the fields that contain another object, such as `ward` for the input `wardId`. Writes take only the key of that
 * object, never its other fields, and queries return such objects.
 */
export function referencedMembers(
  type: GraphQLObjectType,
  {
    others = [],
    writes,
  }: { readonly others?: readonly string[]; readonly writes: readonly Write[] },
): ReadonlySet<string> {
  const candidates = Object.entries(outputFields(type)).filter(
    ([, inner]) => !isListed(inner) && others.includes(getNamedType(inner).name),
  );
  const taken = writes.flatMap(({ parts }) => parts.flatMap((part) => memberOf(part) ?? []));
  return new Set(
    candidates
      .map(([name]) => name)
      .filter((name) => {
        const own = taken.filter((path) => path === name || path.startsWith(`${name}.`));
        return own.length > 0 && own.every((path) => isKeyOf(name, path));
      }),
  );
}

function isKeyOf(name: string, path: string): boolean {
  const [, key, ...deeper] = path.split(".");
  return path.startsWith(`${name}.`) && deeper.length === 0 && roleOf(key ?? "") === "uid";
}
