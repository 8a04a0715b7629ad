import { Kind, parse, valueFromASTUntyped } from "graphql";
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  FragmentSpreadNode,
  InlineFragmentNode,
  OperationDefinitionNode,
  OperationTypeNode,
  SelectionSetNode,
} from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { jsonIn } from "./recognition.ts";
import type { ProxyRequest } from "./recognition.ts";

/** One operation of a request, with its variables. */
interface SentOperation {
  readonly operation: OperationDefinitionNode;
  readonly document: DocumentNode;
  readonly variables: JsonObject;
  /** The index of the operation in a batch, which is a JSON array of operations. Absent outside of batches. */
  readonly place?: number;
}

/** A root field of an operation. A mutation with several root fields writes several objects. */
export interface RootField extends SentOperation {
  readonly field: string;
  /** The name of the field in the response. */
  readonly responseName: string;
  /** The arguments, including the values of variables. */
  readonly given: JsonObject;
  readonly isOnly: boolean;
}

function operationsIn({ method, body }: ProxyRequest): readonly SentOperation[] {
  const content = method === "POST" ? jsonIn(body) : undefined;
  if (!Array.isArray(content)) return operationIn(content);
  return content.flatMap((one, place) =>
    operationIn(one).map((operation) => ({ ...operation, place })),
  );
}

function operationIn(request: JsonValue | undefined): readonly SentOperation[] {
  if (!isJsonObject(request) || typeof request["query"] !== "string") return [];
  const { operationName, query, variables } = request;
  const document = documentIn(query);
  const operation = document?.definitions.find(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      (typeof operationName !== "string" || definition.name?.value === operationName),
  );
  if (document === undefined || operation === undefined) return [];
  const given = isJsonObject(variables) ? variables : {};
  return [{ operation, document, variables: { ...defaultsOf(operation), ...given } }];
}

function documentIn(query: string): DocumentNode | undefined {
  try {
    return parse(query, { noLocation: true });
  } catch {
    return undefined;
  }
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): JsonObject {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue === undefined
      ? []
      : [[variable.name.value, valueFromASTUntyped(defaultValue)] as const],
  );
  return objectOf(defaults);
}

/**
 * Returns the type of the operation that a request executes. Undefined if it contains none, such as the id of a stored
 * document.
 */
export function operationTypeIn(request: JsonValue | undefined): OperationTypeNode | undefined {
  return operationIn(request)[0]?.operation.operation;
}

/** Returns the root fields of all operations of a type in a request, including those of a batch. */
export function rootFields(request: ProxyRequest, type: OperationTypeNode): readonly RootField[] {
  return operationsIn(request).flatMap((sent) => {
    const nodes =
      sent.operation.operation === type
        ? selectedIn(sent.operation.selectionSet, sent.document, maxFragments)
        : [];
    return nodes.map((node) => ({
      ...sent,
      field: node.name.value,
      responseName: node.alias?.value ?? node.name.value,
      given: argumentsOf(node, sent.variables),
      isOnly: nodes.length === 1,
    }));
  });
}

/** Maximum depth of fragments. Fragments of an invalid document may contain each other. */
const maxFragments = 4;

/** Returns the fields of a selection, including those of its fragments. */
function selectedIn(
  { selections }: SelectionSetNode,
  document: DocumentNode,
  depth: number,
): readonly FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    const set = depth === 0 ? undefined : selectionOf(selection, document);
    return set === undefined ? [] : selectedIn(set, document, depth - 1);
  });
}

function selectionOf(
  selection: FragmentSpreadNode | InlineFragmentNode,
  { definitions }: DocumentNode,
): SelectionSetNode | undefined {
  if (selection.kind === Kind.INLINE_FRAGMENT) return selection.selectionSet;
  const fragment = definitions.find(
    (definition): definition is FragmentDefinitionNode =>
      definition.kind === Kind.FRAGMENT_DEFINITION &&
      definition.name.value === selection.name.value,
  );
  return fragment?.selectionSet;
}

function argumentsOf({ arguments: all = [] }: FieldNode, variables: JsonObject): JsonObject {
  return objectOf(
    all.map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)] as const),
  );
}

function objectOf(entries: readonly (readonly [string, unknown])[]): JsonObject {
  const value = jsonIn(JSON.stringify(Object.fromEntries(entries)));
  return isJsonObject(value) ? value : {};
}
