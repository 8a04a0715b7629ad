import { Kind, parse, print } from "graphql";
import type { DocumentNode, FieldNode, OperationDefinitionNode, SelectionNode } from "graphql";
import type { RootFieldForm } from "#contract";
import { aliasFor } from "../schema/aliases.ts";

const fragmentName = "Called";

/** The names of the root types, by operation type. */
export type RootTypes = Readonly<Partial<Record<OperationDefinitionNode["operation"], string>>>;

/**
 * Rewrites a document to call its root fields under an alias or in a fragment. Returns the document unchanged if it has
 * no operation, several operations, or an unknown root type.
 */
export function withRootField(document: string, form: RootFieldForm, roots: RootTypes): string {
  const parsed = parse(document, { noLocation: true });
  const operations = parsed.definitions.filter(isOperation);
  const [operation] = operations;
  if (operation === undefined || operations.length > 1) return document;
  const root = roots[operation.operation];
  if (root === undefined) return document;
  return print(form === "alias" ? aliased(parsed, root) : inFragment(parsed, operation, root));
}

function isOperation(
  definition: DocumentNode["definitions"][number],
): definition is OperationDefinitionNode {
  return definition.kind === Kind.OPERATION_DEFINITION;
}

function aliased(document: DocumentNode, root: string): DocumentNode {
  const definitions = document.definitions.map((definition) => {
    if (!isOperation(definition)) return definition;
    const { selectionSet } = definition;
    const selections = selectionSet.selections.map((selection) => withAlias(selection, root));
    return { ...definition, selectionSet: { ...selectionSet, selections } };
  });
  return { ...document, definitions };
}

function withAlias(selection: SelectionNode, root: string): SelectionNode {
  if (selection.kind !== Kind.FIELD) return selection;
  const key = selection.alias?.value ?? selection.name.value;
  const alias: FieldNode["alias"] = { kind: Kind.NAME, value: aliasFor(key, root) };
  return { ...selection, alias };
}

function inFragment(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  root: string,
): DocumentNode {
  const name = { kind: Kind.NAME, value: fragmentName } as const;
  const typeName = { kind: Kind.NAME, value: root } as const;
  const spread = { kind: Kind.FRAGMENT_SPREAD, name } as const;
  const definitions = document.definitions.map((definition) =>
    definition === operation
      ? { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections: [spread] } as const }
      : definition,
  );
  const fragment = {
    kind: Kind.FRAGMENT_DEFINITION,
    name,
    typeCondition: { kind: Kind.NAMED_TYPE, name: typeName },
    selectionSet: operation.selectionSet,
  } as const;
  return { ...document, definitions: [...definitions, fragment] };
}
