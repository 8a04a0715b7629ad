import { getNamedType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { mutationVerb } from "./mutations.ts";
import { memberOf } from "./object-writes.ts";
import type { Write } from "./object-writes.ts";
import { outputMembers } from "./root-fields.ts";
import { isAnyForm } from "./shapes.ts";

/**
 * Finds the fields with a custom scalar that are single values, such as a version of type `ByteArray`, although the
 * scalar could contain any JSON. Nested content belongs to either the spec or the status, and is written together with
 * the rest of it. In contrast, a token is sent with writes of both, and with no create mutation.
 */
export function tokensAmong(
  type: GraphQLObjectType,
  writes: readonly Write[],
): ReadonlySet<string> {
  const forms = Object.entries(outputMembers(type))
    .filter(([, member]) => isAnyForm(getNamedType(member)))
    .map(([name]) => name);
  return new Set(forms.filter((name) => isToken(name, type, writes)));
}

function isToken(name: string, type: GraphQLObjectType, writes: readonly Write[]): boolean {
  const takers = writes.filter(({ parts }) => parts.some((part) => memberOf(part) === name));
  if (takers.some(({ field }) => mutationVerb(field, type.name)?.verb === "create")) return false;
  const others = takers.map(
    ({ targets }) => new Set([...targets].filter((target) => target !== name)),
  );
  return others.some((own, index) =>
    others
      .slice(index + 1)
      .some((other) => own.size > 0 && other.size > 0 && isDisjoint(own, other)),
  );
}

function isDisjoint(own: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...own].every((target) => !other.has(target));
}
