import {
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from "graphql";
import type { GraphQLOutputType, GraphQLUnionType } from "graphql";
import { aliasesIn } from "./aliases.ts";

/**
 * A selection set for everything below a type: every leaf within `depth` levels without required arguments and without
 * recursion. Empty for leaves. The whole object is selected, because a check must detect unexpected changes.
 */
export function selectEverything(
  type: GraphQLOutputType,
  depth: number,
  { outside = [], ways = [] }: SelectionBounds = {},
): string {
  if (isLeafType(getNamedType(type))) return "";
  return select(type, depth, { trail: outside, outside, ways }) ?? "{ __typename }";
}

/** The fields that a selection omits, and the fields that it must select completely. */
export interface SelectionBounds {
  /** Types whose fields are not selected. */
  readonly outside?: readonly string[];
  /**
   * The paths of the objects of a kind. Types on the path to an object are selected again inside it. Otherwise, an
   * object nested in a value of its own part would lack that part.
   */
  readonly ways?: readonly (readonly string[])[];
}

interface Place extends Required<SelectionBounds> {
  /** Types whose fields are not selected here. */
  readonly trail: readonly string[];
  /** Returns the alias of a field. By default, no field has one. */
  readonly called?: ((field: string) => string) | undefined;
}

function fieldAlone(field: string): string {
  return field;
}

function select(
  type: GraphQLOutputType,
  depth: number,
  { trail: before, outside, ways, called = fieldAlone }: Place,
): string | undefined {
  const named = getNamedType(type);
  if (isLeafType(named)) return "";
  const trail = ways.some(({ length }) => length === 0) ? outside : before;
  if (depth === 0 || trail.includes(named.name)) return undefined;
  if (isUnionType(named)) return selectMembers(named, depth, { trail, outside, ways });
  const fields = Object.values(named.getFields())
    .filter((field) => !field.args.some(isRequiredArgument))
    .map((field) => ({
      name: called(field.name),
      inner: select(field.type, depth - 1, {
        trail: [...trail, named.name],
        outside,
        ways: ways.filter(([step]) => step === field.name).map(([, ...rest]) => rest),
      }),
    }))
    .filter(({ inner }) => inner !== undefined)
    .map(({ name, inner }) => (inner === "" ? name : `${name} ${inner}`));
  return fields.length === 0 ? undefined : `{ ${fields.join(" ")} }`;
}

function selectMembers(union: GraphQLUnionType, depth: number, place: Place): string | undefined {
  const aliasOf = aliasesIn(union);
  const members = union
    .getTypes()
    .map((member) => {
      const called = (field: string): string => aliasOf(member.name, field);
      return { name: member.name, inner: select(member, depth, { ...place, called }) };
    })
    .filter(({ inner }) => inner !== undefined)
    .map(({ name, inner }) => `... on ${name} ${inner}`);
  return members.length === 0 ? undefined : `{ __typename ${members.join(" ")} }`;
}

/** Returns the type at a path: `anything` if the path leads into an untyped value, `undefined` if it does not exist. */
export type TypeLookup = (steps: readonly string[]) => GraphQLOutputType | "anything" | undefined;

/**
 * The type at a path of a reply. Lists count as their items. Returns `anything` below a custom scalar, and `undefined`
 * for a missing field.
 */
export function typeAtPath(
  type: GraphQLOutputType,
  steps: readonly string[],
): GraphQLOutputType | "anything" | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return type;
  const named = getNamedType(type);
  if (isUnionType(named)) {
    // A path is valid if one type of the union has it.
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

/** The names of the fields of a type; none for leaves. */
export function membersOf(type: GraphQLOutputType): readonly string[] {
  const named = getNamedType(type);
  if (isUnionType(named)) {
    return [...new Set(named.getTypes().flatMap((member) => Object.keys(member.getFields())))];
  }
  return isObjectType(named) || isInterfaceType(named) ? Object.keys(named.getFields()) : [];
}

/** Whether a name is the name of a scalar in the GraphQL specification. Any other scalar may contain JSON. */
function isBuiltIn(name: string): boolean {
  return ["String", "ID", "Int", "Float", "Boolean"].includes(name);
}
