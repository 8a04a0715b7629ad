import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
  isSpecifiedScalarType,
} from "graphql";
import type {
  GraphQLField,
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLOutputType,
} from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { isPlaceholder, looksLikePlaceholder, placeholders } from "./argument-tree.ts";
import type { ArgumentTree } from "./argument-tree.ts";
import type { ObjectPaths, OutcomeMatcher } from "./dialect.ts";
import type { AnyOperation, Operation } from "./operations.ts";
import type { DialectProblem } from "./dialect-mismatch.ts";
import { stepsOf, valueAt } from "./paths.ts";
import { typeAtPath } from "./selection.ts";

/** What is wrong with the arguments of an operation, held against the field that it calls. */
export function argumentProblems(
  field: GraphQLField<unknown, unknown>,
  operation: AnyOperation,
  place: string,
): readonly DialectProblem[] {
  const given = Object.entries(operation.arguments);
  const known = new Map(field.args.map((argument) => [argument.name, argument]));
  const missing = field.args
    .filter(
      (argument) =>
        isRequiredArgument(argument) && !Object.hasOwn(operation.arguments, argument.name),
    )
    .map(({ name }) => ({
      place: `${place}.arguments`,
      problem: `the argument "${name}" is required`,
    }));
  const wrong = given.flatMap(([name, tree]) => {
    const argument = known.get(name);
    const at = `${place}.arguments.${name}`;
    if (argument !== undefined) return treeProblems(argument.type, tree, at);
    return [{ place: at, problem: `${field.name} has no argument "${name}"` }];
  });
  return [...missing, ...wrong, ...foreignPlaceProblems(operation, place)];
}

/** What a reply is held against. */
export interface ReplyShape {
  /** Type of the field that is called. */
  readonly type: GraphQLOutputType;
  readonly paths: Partial<ObjectPaths>;
  readonly operation: AnyOperation;
  readonly place: string;
}

/** Which paths of an operation, and of the objects in its reply, lead nowhere. */
export function replyProblems(shape: ReplyShape): readonly DialectProblem[] {
  const { operation, paths, place } = shape;
  const { object, others } = pathsInReply(operation);
  const inReply = others.filter(({ path }) => leadsNowhere(shape.type, path));
  const problems = inReply.map(({ name, path }) => {
    return { place: `${place}.${name}`, problem: `the reply has no member "${path}"` };
  });
  if (object === undefined) return problems;
  const type = typeAtPath(shape.type, stepsOf(object.path));
  if (type === undefined) {
    const problem = `the reply has no member "${object.path}"`;
    return [...problems, { place: `${place}.${object.name}`, problem }];
  }
  if (type === "anything") return problems;
  const inObject = Object.entries(paths).filter(([, path]) => leadsNowhere(type, path));
  return [
    ...problems,
    ...inObject.map(([name, path]) => ({
      place: `${place}, paths.${name}`,
      problem: `${String(getNamedType(type))} has no member "${path}"`,
    })),
  ];
}

/** Which messages of the matchers are no regular expressions. */
export function matcherProblems(matchers: readonly OutcomeMatcher[]): readonly DialectProblem[] {
  return matchers.flatMap(({ message }, index) => {
    if (message === undefined || isRegularExpression(message)) return [];
    return [
      { place: `outcomes[${index}].message`, problem: `not a regular expression: ${message}` },
    ];
  });
}

interface NamedPath {
  readonly name: string;
  readonly path: string;
}

function pathsInReply(operation: AnyOperation): {
  readonly object?: NamedPath;
  readonly others: readonly NamedPath[];
} {
  if ("items" in operation) {
    const { items, resourceVersion } = operation;
    return {
      object: { name: "items", path: items },
      others:
        resourceVersion === undefined ? [] : [{ name: "resourceVersion", path: resourceVersion }],
    };
  }
  if ("result" in operation) {
    const { result } = operation;
    return result === null
      ? { others: [] }
      : { object: { name: "result", path: result }, others: [] };
  }
  return {
    object: { name: "object", path: operation.object },
    others: [
      { name: "type.path", path: operation.type.path },
      { name: "resourceVersion", path: operation.resourceVersion },
    ],
  };
}

function leadsNowhere(type: GraphQLOutputType, path: string): boolean {
  return typeAtPath(type, stepsOf(path)) === undefined;
}

function treeProblems(
  type: GraphQLInputType,
  tree: ArgumentTree,
  place: string,
): readonly DialectProblem[] {
  if (typeof tree === "string" && looksLikePlaceholder(tree)) {
    if (isPlaceholder(tree)) return [];
    const known = Object.keys(placeholders).join(", ");
    return [{ place, problem: `${tree} is none of the placeholders ${known}` }];
  }
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const items: readonly ArgumentTree[] = Array.isArray(tree) ? tree : [tree];
    return items.flatMap((item, index) =>
      treeProblems(nullable.ofType, item, `${place}[${index}]`),
    );
  }
  if (isInputObjectType(nullable)) return inputObjectProblems(nullable, tree, place);
  const isPlain = isEnumType(nullable) || isSpecifiedScalarType(nullable);
  if (!isJsonObject(tree)) return [];
  if (isPlain) return [{ place, problem: `${nullable.name} takes no object` }];
  return Object.entries(tree).flatMap(([member, inner]) =>
    treeProblems(type, inner, `${place}.${member}`),
  );
}

function inputObjectProblems(
  type: GraphQLInputObjectType,
  tree: ArgumentTree,
  place: string,
): readonly DialectProblem[] {
  if (!isJsonObject(tree)) return [{ place, problem: `${type.name} takes an object` }];
  const fields = type.getFields();
  const missing = Object.values(fields)
    .filter((field) => isRequiredInputField(field) && !Object.hasOwn(tree, field.name))
    .map(({ name }) => ({ place, problem: `the member "${name}" of ${type.name} is required` }));
  const wrong = Object.entries(tree).flatMap(([member, inner]) => {
    const field = Object.hasOwn(fields, member) ? fields[member] : undefined;
    const at = `${place}.${member}`;
    if (field !== undefined) return treeProblems(field.type, inner, at);
    return [{ place: at, problem: `${type.name} has no member "${member}"` }];
  });
  return [...missing, ...wrong];
}

function foreignPlaceProblems(operation: AnyOperation, place: string): readonly DialectProblem[] {
  if (!("result" in operation)) return [];
  const { beside, inside } = operation;
  const tree = argumentTreeOf(operation);
  const problems: DialectProblem[] = [];
  if (beside !== undefined && (beside === "" || !isJsonObject(valueAt(tree, beside)))) {
    problems.push({
      place: `${place}.beside`,
      problem: `the arguments hold no object at "${beside}"`,
    });
  }
  if (inside !== undefined && (inside === "" || valueAt(tree, inside) === undefined)) {
    problems.push({
      place: `${place}.inside`,
      problem: `the arguments hold nothing at "${inside}"`,
    });
  }
  return problems;
}

function argumentTreeOf(operation: Operation): JsonObject {
  return operation.arguments;
}

function isRegularExpression(source: string): boolean {
  try {
    return new RegExp(source, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
