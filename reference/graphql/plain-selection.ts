import {
  GraphQLError,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  locatedError,
} from "graphql";
import type { FieldNode, GraphQLField, GraphQLObjectType, GraphQLOutputType } from "graphql";
import { isJsonObject } from "#contract";

export interface Completion {
  readonly path: (string | number)[];
  readonly errors: GraphQLError[];
}

/** Completes a value. Throws an error if the value does not match its type. */
type Complete = (value: unknown, completion: Completion) => unknown;

/** A position in a response: a field of an object, or an item of a list. */
export interface Position {
  readonly node: FieldNode;
  /** Whether an error at this position propagates to the parent. */
  readonly isRequired: boolean;
  readonly complete: Complete;
}

interface Member extends Position {
  readonly key: string;
  readonly name: string;
}

interface Selected {
  readonly node: FieldNode;
  /** The name in GraphQL's error messages: `Metadata.name`. */
  readonly label: string;
}

/**
 * Compiles the completion of a selected field. Every field below it must be a plain property of its object, without
 * arguments and directives. Otherwise, returns undefined, and GraphQL executes the document.
 */
export function positionOf(
  parent: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): Position | undefined {
  const complete = completionOf(field.type, { node, label: `${parent.name}.${field.name}` });
  return complete && { node, isRequired: isNonNullType(field.type), complete };
}

/** Returns the response key of a field. Returns undefined if the field has directives or is an introspection field. */
export function plainKeyOf({ alias, name, directives = [] }: FieldNode): string | undefined {
  const key = alias?.value ?? name.value;
  // Names that start with two underscores are introspection fields, or `__proto__`, which cannot be a plain property.
  const isPlain = directives.length === 0 && !key.startsWith("__") && !name.value.startsWith("__");
  return isPlain ? key : undefined;
}

/** Completes a value at a position. After an error, returns null at a nullable position, and throws elsewhere. */
export function completeAt(position: Position, value: unknown, completion: Completion): unknown {
  const { path, errors } = completion;
  const depth = path.length;
  try {
    return position.complete(value, completion);
  } catch (thrown) {
    path.length = depth;
    const error = locatedError(thrown, position.node, path.slice());
    if (position.isRequired) throw error;
    errors.push(error);
    return null;
  }
}

function completionOf(type: GraphQLOutputType, selected: Selected): Complete | undefined {
  if (isNonNullType(type)) {
    const complete = completionOf(type.ofType, selected);
    return complete && ((value, completion) => present(complete(value, completion), selected));
  }
  if (isListType(type)) return listCompletion(type.ofType, selected);
  if (isObjectType(type)) return objectCompletion(type, selected);
  if (!isLeafType(type)) return undefined;
  return (value) => (isAbsent(value) ? null : present(type.serialize(value), selected));
}

function listCompletion(type: GraphQLOutputType, selected: Selected): Complete | undefined {
  const complete = completionOf(type, selected);
  if (complete === undefined) return undefined;
  const { node, label } = selected;
  const item: Position = { node, isRequired: isNonNullType(type), complete };
  return (value, completion) => {
    if (isAbsent(value)) return null;
    if (!Array.isArray(value)) throw new GraphQLError(`${label} is not a list.`);
    return value.map((each: unknown, index) =>
      completePart(item, { key: index, value: each }, completion),
    );
  };
}

function objectCompletion(type: GraphQLObjectType, { node }: Selected): Complete | undefined {
  const members = membersOf(type, node);
  if (members === undefined) return undefined;
  return (value, completion) => {
    if (isAbsent(value)) return null;
    const source = isJsonObject(value) ? value : {};
    const completed: Record<string, unknown> = {};
    for (const member of members) {
      const { key, name } = member;
      completed[key] = completePart(member, { key, value: source[name] }, completion);
    }
    return completed;
  };
}

function membersOf(type: GraphQLObjectType, node: FieldNode): readonly Member[] | undefined {
  const members = new Map<string, Member>();
  for (const selection of node.selectionSet?.selections ?? []) {
    const member = selection.kind === Kind.FIELD ? memberOf(type, selection) : undefined;
    if (member === undefined || members.has(member.key)) return undefined;
    members.set(member.key, member);
  }
  return [...members.values()];
}

function memberOf(type: GraphQLObjectType, node: FieldNode): Member | undefined {
  const key = plainKeyOf(node);
  const field = type.getFields()[node.name.value];
  if (key === undefined || field === undefined) return undefined;
  if (field.args.length > 0 || field.resolve !== undefined) return undefined;
  const position = positionOf(type, field, node);
  return position && { ...position, key, name: field.name };
}

interface Part {
  readonly key: string | number;
  readonly value: unknown;
}

function completePart(position: Position, { key, value }: Part, completion: Completion): unknown {
  completion.path.push(key);
  const completed = completeAt(position, value, completion);
  completion.path.pop();
  return completed;
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function present(completed: unknown, { label }: Selected): unknown {
  if (isAbsent(completed)) throw new Error(`Cannot return null for non-nullable field ${label}.`);
  return completed;
}
