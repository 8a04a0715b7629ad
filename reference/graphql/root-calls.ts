import { Kind, OperationTypeNode, valueFromASTUntyped } from "graphql";
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionSetNode,
} from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject, RootFieldForm } from "#contract";

export interface RootCall {
  readonly name: string;
  readonly args: JsonObject;
}

export function isIntrospection(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): boolean {
  if (operation.operation !== OperationTypeNode.QUERY) return false;
  const fields = rootFieldsOf(document, operation);
  return fields.length > 0 && fields.every((field) => field.name.value.startsWith("__"));
}

/** Returns the form of the first root field. Undefined for a plain call. */
export function rootFieldFormOf({
  selectionSet: { selections },
}: OperationDefinitionNode): RootFieldForm | undefined {
  const [first] = selections;
  if (first === undefined) return undefined;
  if (first.kind !== Kind.FIELD) return "fragment";
  return first.alias === undefined ? undefined : "alias";
}

/** Collects the root fields of an operation before coercion. Ignores `@skip` and `@include`. */
export function rootCallsOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): readonly RootCall[] {
  return rootFieldsOf(document, operation).map((field) => ({
    name: field.name.value,
    args: argumentsOf(field, variables),
  }));
}

function argumentsOf(field: FieldNode, variables: Readonly<Record<string, unknown>>): JsonObject {
  const args = (field.arguments ?? []).map(
    (argument) => [argument.name.value, valueFromASTUntyped(argument.value, variables)] as const,
  );
  // Like GraphQL, the JSON round trip drops missing variables inside literals.
  const parsed: unknown = JSON.parse(JSON.stringify(Object.fromEntries(args)));
  return isJsonObject(parsed) ? parsed : {};
}

function rootFieldsOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly FieldNode[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
  }
  return collect(operation.selectionSet, fragments);
}

/** Traverses each fragment once. Removing it from `fragments` breaks cycles. */
function collect(
  selections: SelectionSetNode,
  fragments: Map<string, FragmentDefinitionNode>,
): FieldNode[] {
  return selections.selections.flatMap((selection) => {
    switch (selection.kind) {
      case Kind.FIELD:
        return [selection];
      case Kind.INLINE_FRAGMENT:
        return collect(selection.selectionSet, fragments);
      case Kind.FRAGMENT_SPREAD: {
        const fragment = fragments.get(selection.name.value);
        fragments.delete(selection.name.value);
        return fragment === undefined ? [] : collect(fragment.selectionSet, fragments);
      }
    }
  });
}
