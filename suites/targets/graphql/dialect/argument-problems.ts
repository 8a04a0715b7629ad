import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
  isSpecifiedScalarType,
} from "graphql";
import type { GraphQLField, GraphQLInputObjectType, GraphQLInputType } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { guess } from "../../port/nearest.ts";
import {
  isKnownPlaceholder,
  jsonTextKey,
  looksLikePlaceholder,
  membersKey,
  placeholders,
} from "../schema/argument-tree.ts";
import type { ArgumentTree } from "../schema/argument-tree.ts";
import { argumentParts, composedProblem } from "../schema/composed-text.ts";
import { problemAt } from "./dialect-mismatch.ts";
import type { DialectPath, DialectProblem } from "./dialect-mismatch.ts";
import type { AnyOperation, Operation } from "./dialect-operations.ts";
import { valueAt } from "../schema/paths.ts";
import type { RawDocument } from "../schema/raw-document.ts";
import { valueProblem } from "../schema/value-problem.ts";

export function argumentProblems(
  field: GraphQLField<unknown, unknown>,
  operation: AnyOperation,
  path: DialectPath,
): readonly DialectProblem[] {
  const at = [...path, "arguments"];
  const known = new Map(field.args.map((argument) => [argument.name, argument]));
  const missing = field.args
    .filter(
      (argument) =>
        isRequiredArgument(argument) && !Object.hasOwn(operation.arguments, argument.name),
    )
    .map(({ name }) => problemAt(at, `the argument "${name}" is required`));
  const wrong = Object.entries(operation.arguments).flatMap(([name, tree]) => {
    const argument = known.get(name);
    if (argument !== undefined) return treeProblems(argument.type, tree, [...at, name]);
    const hint = guess(name, [...known.keys()]);
    return [problemAt([...at, name], `${field.name} has no argument "${name}"${hint}`)];
  });
  return [...missing, ...wrong, ...foreignPlaceProblems(operation, path)];
}

/** Checks the variables of a custom document. A custom document has variables instead of arguments. */
export function variableProblems(
  { variables }: RawDocument,
  operation: AnyOperation,
  path: DialectPath,
): readonly DialectProblem[] {
  const at = [...path, "variables"];
  const missing = Object.entries(variables)
    .filter(([name, { isRequired }]) => isRequired && !Object.hasOwn(operation.arguments, name))
    .map(([name]) => problemAt(at, `the variable "${name}" is required`));
  const wrong = Object.entries(operation.arguments).flatMap(([name, tree]) => {
    const hint = guess(name, Object.keys(variables));
    const slot = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return slot !== undefined
      ? treeProblems(slot.type, tree, [...at, name])
      : [problemAt([...at, name], `the document has no variable "${name}"${hint}`)];
  });
  return [...missing, ...wrong, ...foreignPlaceProblems(operation, path)];
}

function treeProblems(
  type: GraphQLInputType,
  tree: ArgumentTree,
  path: DialectPath,
): readonly DialectProblem[] {
  if (isPlaceholderText(tree)) return placeholderProblems(tree, path);
  const nullable = getNullableType(type);
  if (isListType(nullable) && tree !== null) {
    const items: readonly ArgumentTree[] = isList(tree) ? tree : [tree];
    return items.flatMap((item, index) =>
      treeProblems(nullable.ofType, item, isList(tree) ? [...path, index] : path),
    );
  }
  if (isInputObjectType(nullable) && tree !== null) {
    return inputObjectProblems(nullable, tree, path);
  }
  if (!isJsonObject(tree)) {
    const problem = insideProblem(tree) ?? valueProblem(type, tree);
    return problem === undefined ? [] : [problemAt(path, problem)];
  }
  const isText = Object.hasOwn(tree, jsonTextKey);
  const isPlain = isLeafType(nullable) && (isEnumType(nullable) || isSpecifiedScalarType(nullable));
  if (isPlain && (!isText || isEnumType(nullable))) {
    return [problemAt(path, `${nullable.name} cannot be an object`)];
  }
  return placeholderProblems(tree, path);
}

function insideProblem(tree: ArgumentTree): string | undefined {
  return typeof tree === "string" ? composedProblem(tree, argumentParts) : undefined;
}

function placeholderProblems(tree: ArgumentTree, path: DialectPath): readonly DialectProblem[] {
  if (isPlaceholderText(tree)) {
    if (isKnownPlaceholder(tree)) return [];
    const known = Object.keys(placeholders);
    const hint = guess(tree, known) || `; known placeholders: ${known.join(", ")}`;
    return [problemAt(path, `${tree} is not a placeholder${hint}`)];
  }
  if (isList(tree)) {
    return tree.flatMap((item, index) => placeholderProblems(item, [...path, index]));
  }
  const inside = insideProblem(tree);
  if (inside !== undefined) return [problemAt(path, inside)];
  if (!isJsonObject(tree)) return [];
  return Object.entries(tree).flatMap(([member, inner]) =>
    placeholderProblems(inner, [...path, member]),
  );
}

function inputObjectProblems(
  type: GraphQLInputObjectType,
  tree: ArgumentTree,
  path: DialectPath,
): readonly DialectProblem[] {
  if (!isJsonObject(tree)) return [problemAt(path, `${type.name} must be an object`)];
  if (Object.hasOwn(tree, jsonTextKey)) {
    return [problemAt(path, `${type.name} must be an object, not a JSON string`)];
  }
  const fields = type.getFields();
  // A spread spec or status may contain the required fields.
  const isOpen = Object.hasOwn(tree, membersKey);
  const missing = Object.values(fields)
    .filter((field) => isRequiredInputField(field) && !Object.hasOwn(tree, field.name) && !isOpen)
    .map(({ name }) => problemAt(path, `the field "${name}" of ${type.name} is required`));
  const wrong = Object.entries(tree).flatMap(([member, inner]) => {
    const at = [...path, member];
    if (member === membersKey) return placeholderProblems(inner, at);
    const field = Object.hasOwn(fields, member) ? fields[member] : undefined;
    if (field !== undefined) return treeProblems(field.type, inner, at);
    const hint = guess(member, Object.keys(fields));
    return [problemAt(at, `${type.name} has no field "${member}"${hint}`)];
  });
  return [...missing, ...wrong];
}

function foreignPlaceProblems(
  operation: AnyOperation,
  path: DialectPath,
): readonly DialectProblem[] {
  if (!("result" in operation)) return [];
  const { beside, inside } = operation;
  const tree = argumentTreeOf(operation);
  const problems: DialectProblem[] = [];
  if (beside !== undefined && (beside === "" || !isJsonObject(valueAt(tree, beside)))) {
    problems.push(problemAt([...path, "beside"], `the arguments have no object at "${beside}"`));
  }
  if (inside !== undefined && (inside === "" || valueAt(tree, inside) === undefined)) {
    problems.push(problemAt([...path, "inside"], `the arguments have no value at "${inside}"`));
  }
  return problems;
}

function argumentTreeOf(operation: Operation): JsonObject {
  return operation.arguments;
}

function isPlaceholderText(tree: ArgumentTree): tree is string {
  return typeof tree === "string" && looksLikePlaceholder(tree);
}

function isList(tree: ArgumentTree): tree is readonly ArgumentTree[] {
  return Array.isArray(tree);
}
