import {
  getNamedType,
  isCompositeType,
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
  GraphQLInputType,
  GraphQLOutputType,
  GraphQLSchema,
} from "graphql";
import { memoized } from "#contract";
import { argumentsOn } from "#targets/graphql";

/** The path of the groups that contain a field, or an empty string. */
export function groupOf({ path }: { readonly path: string }): string {
  return path.split(".").slice(0, -1).join(".");
}

export interface RootField {
  /** Path from the root type: `createService`, or `net.route` if root fields are grouped. */
  readonly path: string;
  readonly name: string;
  /** Path of the field that this operation calls, if several operations call it. Defaults to `path`. */
  readonly called?: string;
  readonly arguments: readonly Input[];
  readonly type: GraphQLOutputType;
  /**
   * Path of this type's value in the response. Absent if the value is the response itself, or one of the types of its
   * union.
   */
  readonly result?: string;
  /** The schema's names of renamed arguments. They are renamed to match fields of the objects. */
  readonly spelled?: Readonly<Record<string, string>>;
  /** Set if the field returns an interface. `type` is then one of its implementations. */
  readonly isOfInterface?: true;
  readonly isLiveRead?: true;
}

export type Input = GraphQLArgument | GraphQLInputField;

const deepestRoot = 3;

type Root = GraphQLObjectType | null | undefined;

/**
 * Returns all operations: fields of the root, and fields below groups and handles. A group has no arguments and only
 * contains other fields. A field that is a group in one root type is also a group in the others.
 */
export function rootFields(root: Root, other?: Root): readonly RootField[] {
  if (root === null || root === undefined) return [];
  if (other === null || other === undefined) return ownFields(root);
  const groups = Object.values(other.getFields()).filter((field) =>
    isGroup(field, getNamedType(field.type)),
  );
  const shared = new Set(groups.map(({ name }) => name));
  // A field that returns the root type is not a group.
  return fieldsBelow(root, { way: [], trail: [root.name], shared });
}

const ownFields = memoized((root: GraphQLObjectType) =>
  fieldsBelow(root, { way: [], trail: [root.name], shared: new Set() }),
);

export function groupsBelow(root: Root): readonly GraphQLObjectType[] {
  if (root === null || root === undefined) return [];
  const groups = new Set<GraphQLObjectType>();
  for (const { path } of rootFields(root)) {
    let type: GraphQLNamedType | undefined = root;
    for (const step of path.split(".").slice(0, -1)) {
      const field: GraphQLOutputType | undefined = isObjectType(type)
        ? type.getFields()[step]?.type
        : undefined;
      type = field && getNamedType(field);
      if (isObjectType(type)) groups.add(type);
    }
  }
  return [...groups];
}

type Field = GraphQLField<unknown, unknown>;

interface Below {
  readonly way: readonly Field[];
  readonly trail: readonly string[];
  /** Names of top-level groups of another root. */
  readonly shared: ReadonlySet<string>;
}

function fieldsBelow(type: GraphQLObjectType, { way, trail, shared }: Below): readonly RootField[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    const isShared = way.length === 0 && shared.has(field.name) && mayBeGroup(field, named);
    const isDeeper =
      way.length < deepestRoot - 1 &&
      !trail.includes(named.name) &&
      (isShared || isGroup(field, named) || isHandle(field, named));
    if (isDeeper && isObjectType(named)) {
      return fieldsBelow(named, { way: [...way, field], trail: [...trail, named.name], shared });
    }
    return [operationAt([...way, field], field)];
  });
}

function operationAt(way: readonly Field[], { name, args, type }: Field): RootField {
  const path = way.map((step) => step.name).join(".");
  if (way.every((step) => step.args.length === 0 || step === way.at(-1))) {
    return { path, name, arguments: args, type };
  }
  const inputs = argumentsOn(way).toSorted((one, other) => one.step - other.step);
  return {
    path,
    name,
    arguments: inputs.map(({ argument, name: own }) => ({ ...argument, name: own })),
    type,
  };
}

/**
 * A field is a handle if it finds an object and its type contains only operations on that object, such as
 * `truck(plate) { report(state) scrap }`, or groups of them, such as `depot(slug) { trucks { add(plate) } }`.
 */
function isHandle(field: Field, type: GraphQLNamedType): boolean {
  if (!isObjectType(type) || !field.args.some(isRequiredArgument) || isListed(field.type)) {
    return false;
  }
  const fields = Object.values(type.getFields());
  const isGroupField = (inner: Field): boolean => isGroup(inner, getNamedType(inner.type));
  return (
    fields.some((inner) => inner.args.some(isRequiredArgument) || isGroupField(inner)) &&
    fields.every(
      (inner) =>
        inner.args.length > 0 || getNamedType(inner.type).name === "Boolean" || isGroupField(inner),
    )
  );
}

/**
 * A field groups operations if it takes no arguments and all of its fields take arguments or return objects. In
 * addition, one of its fields takes a required argument or several arguments, or returns an object whose fields all
 * take arguments.
 */
function isGroup(field: GraphQLField<unknown, unknown>, type: GraphQLNamedType): boolean {
  return (
    mayBeGroup(field, type) &&
    isObjectType(type) &&
    Object.values(type.getFields()).some(({ args, type: inner }) => {
      const named = getNamedType(inner);
      return (
        args.some(isRequiredArgument) ||
        args.length > 1 ||
        (isObjectType(named) && isGroupType(named))
      );
    })
  );
}

/**
 * A field that contains a single list may also be a collection. Fields such as `_empty`, which only make a type valid,
 * are ignored.
 */
function mayBeGroup(field: GraphQLField<unknown, unknown>, type: GraphQLNamedType): boolean {
  if (!isObjectType(type) || field.args.length > 0 || isListed(field.type)) return false;
  const fields = Object.values(type.getFields()).filter(({ name }) => !name.startsWith("_"));
  return fields.length > 0 && fields.every(isCallable);
}

function isCallable({ args, type }: GraphQLField<unknown, unknown>): boolean {
  return args.length > 0 || isCompositeType(getNamedType(type));
}

function isGroupType(type: GraphQLObjectType): boolean {
  return Object.values(type.getFields()).every(({ args }) => args.length > 0);
}

export function isListed(type: GraphQLOutputType | GraphQLInputType): boolean {
  const inner = isNonNullType(type) ? type.ofType : type;
  return isListType(inner);
}

/** Excludes fields with required arguments. Empty for types other than object types. */
export function outputFields(type: GraphQLNamedType): Readonly<Record<string, GraphQLOutputType>> {
  if (!isObjectType(type)) return {};
  return membersOf(type);
}

const membersOf = memoized((type: GraphQLObjectType) =>
  Object.fromEntries(
    Object.values(type.getFields())
      .filter(({ args }) => !args.some(isRequiredArgument))
      .map((field) => [field.name, field.type]),
  ),
);

export function inputFields(input: Input): readonly GraphQLInputField[] {
  const named = getNamedType(input.type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
}

/** Returns the arguments of the field that an operation calls. */
export function inputsOf(
  schema: GraphQLSchema,
  { field }: { readonly field: string },
): readonly Input[] {
  const roots = [schema.getMutationType(), schema.getQueryType(), schema.getSubscriptionType()];
  const found = roots.flatMap((root) => rootFields(root)).find(({ path }) => path === field);
  return found?.arguments ?? [];
}

export function bareType({ type }: Input): Input["type"] {
  return isNonNullType(type) ? type.ofType : type;
}

export function isRequired(input: Input): boolean {
  return isNonNullType(input.type) && input.defaultValue === undefined;
}
