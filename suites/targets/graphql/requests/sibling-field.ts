import { Kind, parse, print, visit } from "graphql";
import type { DocumentNode, OperationDefinitionNode, SelectionNode } from "graphql";
import type { JsonObject, SiblingField } from "#contract";
import { withRootField } from "./root-field-form.ts";
import type { RootTypes } from "./root-field-form.ts";

const prefix = "sibling_";

export interface SentDocument {
  readonly document: string;
  readonly variables: JsonObject;
}

export interface PlannedSibling extends SentDocument {
  readonly place: SiblingField["place"];
}

/**
 * Adds the root fields of another document, under other response keys. The own fields are called under aliases that the
 * driver removes from the response. Returns undefined if the documents cannot be combined: each needs one operation of
 * the same type, and the other document needs plain root fields.
 */
export function withSibling(
  own: SentDocument,
  { place, ...other }: PlannedSibling,
  roots: RootTypes,
): SentDocument | undefined {
  const aliased = parse(withRootField(own.document, "alias", roots), { noLocation: true });
  const prepared = withPrefix(parse(other.document, { noLocation: true }));
  const [operation, sibling] = [soleOperation(aliased), soleOperation(prepared)];
  if (operation === undefined || operation.operation !== sibling?.operation) return undefined;
  if (roots[operation.operation] === undefined) return undefined;
  const added = sibling.selectionSet.selections.map(withKey);
  if (added.some((selection) => selection.kind !== Kind.FIELD)) return undefined;
  const { selections } = operation.selectionSet;
  const combined: OperationDefinitionNode = {
    ...operation,
    variableDefinitions: [
      ...(operation.variableDefinitions ?? []),
      ...(sibling.variableDefinitions ?? []),
    ],
    selectionSet: {
      ...operation.selectionSet,
      selections: place === "before" ? [...added, ...selections] : [...selections, ...added],
    },
  };
  const definitions = [
    ...aliased.definitions.map((one) => (one === operation ? combined : one)),
    ...prepared.definitions.filter((one) => one !== sibling),
  ];
  return {
    document: print({ ...aliased, definitions }),
    variables: { ...own.variables, ...prefixed(other.variables) },
  };
}

function soleOperation({ definitions }: DocumentNode): OperationDefinitionNode | undefined {
  const [first, ...others] = definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  return others.length === 0 ? first : undefined;
}

/** Renames the variables and fragments of a document. */
function withPrefix(document: DocumentNode): DocumentNode {
  return visit(document, {
    Variable: renamed,
    FragmentSpread: renamed,
    FragmentDefinition: renamed,
  });
}

function renamed<Named extends { readonly name: { readonly value: string } }>(node: Named): Named {
  return { ...node, name: { ...node.name, value: `${prefix}${node.name.value}` } };
}

function withKey(selection: SelectionNode): SelectionNode {
  if (selection.kind !== Kind.FIELD) return selection;
  const value = `${prefix}${selection.alias?.value ?? selection.name.value}`;
  return { ...selection, alias: { kind: Kind.NAME, value } };
}

function prefixed(variables: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [`${prefix}${name}`, value]),
  );
}
