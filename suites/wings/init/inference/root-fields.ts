import {
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import type {
  GraphQLField,
  GraphQLInputField,
  GraphQLArgument,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLOutputType,
} from "graphql";
import { remembered } from "./remembered.ts";

/** A field that can be called, by its path from the root type. */
export interface RootField {
  /** `createService`, or `net.route` where roots are nested. */
  readonly path: string;
  /** The last step of the path. */
  readonly name: string;
  readonly arguments: readonly Input[];
  readonly type: GraphQLOutputType;
}

/** An argument, or a member of an input object. */
export type Input = GraphQLArgument | GraphQLInputField;

/** How deep roots are nested at most. */
const deepestRoot = 3;

/**
 * Every field that does something: those of the root, and those below fields without arguments whose type is
 * nothing but a group of others.
 */
export function rootFields(root: GraphQLObjectType | null | undefined): readonly RootField[] {
  return root === null || root === undefined ? [] : fieldsBelow(root, [], []);
}

function fieldsBelow(
  type: GraphQLObjectType,
  steps: readonly string[],
  trail: readonly string[],
): readonly RootField[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const path = [...steps, field.name];
    const named = getNamedType(field.type);
    const isDeeper =
      steps.length < deepestRoot - 1 && !trail.includes(named.name) && isGroup(field, named);
    if (isDeeper && isObjectType(named)) return fieldsBelow(named, path, [...trail, named.name]);
    const { name, args, type: output } = field;
    return [{ path: path.join("."), name, arguments: args, type: output }];
  });
}

/** A group is had without arguments and consists of fields that take some. */
function isGroup(field: GraphQLField<unknown, unknown>, type: GraphQLNamedType): boolean {
  if (!isObjectType(type) || field.args.length > 0 || isListed(field.type)) return false;
  const fields = Object.values(type.getFields());
  return (
    fields.length > 0 &&
    fields.every(isCallable) &&
    fields.some(({ args, type: inner }) => {
      const named = getNamedType(inner);
      return (
        args.some(isRequiredArgument) ||
        args.length > 1 ||
        (isObjectType(named) && isGroupType(named))
      );
    })
  );
}

function isCallable({ args, type }: GraphQLField<unknown, unknown>): boolean {
  return args.length > 0 || isObjectType(getNamedType(type));
}

function isGroupType(type: GraphQLObjectType): boolean {
  return Object.values(type.getFields()).every(({ args }) => args.length > 0);
}

/** Tells whether a value of a type is a list. */
export function isListed(type: GraphQLOutputType): boolean {
  const inner = isNonNullType(type) ? type.ofType : type;
  return isListType(inner);
}

/** The fields of an object type, by name. None for other types. */
export function outputMembers(type: GraphQLNamedType): Readonly<Record<string, GraphQLOutputType>> {
  if (!isObjectType(type)) return {};
  return membersOf(type);
}

const membersOf = remembered((type: GraphQLObjectType) =>
  Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, field.type])),
);

/** The members of an input object. None for other types. */
export function inputMembers(input: Input): readonly GraphQLInputField[] {
  const named = getNamedType(input.type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
}

/** The type of an input, whether it may be left out or not. */
export function bareType({ type }: Input): Input["type"] {
  return isNonNullType(type) ? type.ofType : type;
}

/** Tells whether an input must be given. */
export function isRequired(input: Input): boolean {
  return isNonNullType(input.type) && input.defaultValue === undefined;
}
