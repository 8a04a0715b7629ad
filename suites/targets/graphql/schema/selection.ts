import {
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from "graphql";
import type { GraphQLOutputType, GraphQLUnionType } from "graphql";

/**
 * The selection set of a type that asks for everything below it: every leaf that can be reached within
 * `depth` levels without an argument and without entering a type a second time. Empty for leaves. The
 * whole object is asked for, because a check must see what moved, and not only what it expects to move. Types named
 * `outside` are not entered.
 */
export function selectEverything(
  type: GraphQLOutputType,
  depth: number,
  outside: readonly string[] = [],
): string {
  return isLeafType(getNamedType(type)) ? "" : (select(type, depth, outside) ?? "{ __typename }");
}

function select(
  type: GraphQLOutputType,
  depth: number,
  trail: readonly string[],
): string | undefined {
  const named = getNamedType(type);
  if (isLeafType(named)) return "";
  if (depth === 0 || trail.includes(named.name)) return undefined;
  if (isUnionType(named)) return selectMembers(named, depth, trail);
  const fields = Object.values(named.getFields())
    .filter((field) => !field.args.some(isRequiredArgument))
    .map((field) => ({
      name: field.name,
      inner: select(field.type, depth - 1, [...trail, named.name]),
    }))
    .filter(({ inner }) => inner !== undefined)
    .map(({ name, inner }) => (inner === "" ? name : `${name} ${inner}`));
  return fields.length === 0 ? undefined : `{ ${fields.join(" ")} }`;
}

function selectMembers(
  union: GraphQLUnionType,
  depth: number,
  trail: readonly string[],
): string | undefined {
  const members = union
    .getTypes()
    .map((member) => ({ name: member.name, inner: select(member, depth, trail) }))
    .filter(({ inner }) => inner !== undefined)
    .map(({ name, inner }) => `... on ${name} ${inner}`);
  return members.length === 0 ? undefined : `{ __typename ${members.join(" ")} }`;
}

/** Says the type at a path, `anything` where that cannot be known, `undefined` where nothing is there. */
export type TypeLookup = (steps: readonly string[]) => GraphQLOutputType | "anything" | undefined;

/**
 * The type at a path of a reply. Lists count as their items; below a custom scalar everything is
 * possible, which the answer `anything` says. A field that does not exist gives `undefined`.
 */
export function typeAtPath(
  type: GraphQLOutputType,
  steps: readonly string[],
): GraphQLOutputType | "anything" | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return type;
  const named = getNamedType(type);
  if (isUnionType(named)) {
    // A reply has one of the fields, and a path that some field has may lead somewhere.
    const isSomewhere = named.getTypes().some((member) => typeAtPath(member, steps) !== undefined);
    return isSomewhere || step === "__typename" ? "anything" : undefined;
  }
  if (step === "__typename") return "anything";
  if (isObjectType(named) || isInterfaceType(named)) {
    const field = named.getFields()[step];
    return field === undefined ? undefined : typeAtPath(field.type, rest);
  }
  return isBuiltIn(named.name) ? undefined : "anything";
}

/** The names of the fields of a type; none where it has none. */
export function membersOf(type: GraphQLOutputType): readonly string[] {
  const named = getNamedType(type);
  if (isUnionType(named)) {
    return [...new Set(named.getTypes().flatMap((member) => Object.keys(member.getFields())))];
  }
  return isObjectType(named) || isInterfaceType(named) ? Object.keys(named.getFields()) : [];
}

/** Scalars that the GraphQL specification defines, which hold no fields. Enums hold none either, but are named like custom scalars. */
function isBuiltIn(name: string): boolean {
  return ["String", "ID", "Int", "Float", "Boolean"].includes(name);
}
