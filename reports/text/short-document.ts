import { Kind, parse, print, stripIgnoredCharacters } from "graphql";
import type { DocumentNode, FieldNode, SelectionNode, SelectionSetNode } from "graphql";

export function shortDocument(operation: string, paths: readonly (readonly string[])[]): string {
  const document = parsed(operation);
  if (document === undefined) return operation;
  const isPlain = document.definitions.every(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const wanted = new Set(paths.flatMap(prefixesOf));
  const shortened: DocumentNode = isPlain
    ? {
        ...document,
        definitions: document.definitions.map((definition) =>
          definition.kind === Kind.OPERATION_DEFINITION
            ? { ...definition, selectionSet: ofRoot(definition.selectionSet, wanted) }
            : definition,
        ),
      }
    : document;
  return stripIgnoredCharacters(print(shortened));
}

function parsed(operation: string): DocumentNode | undefined {
  try {
    return parse(operation, { noLocation: true, maxTokens: 20_000 });
  } catch {
    return undefined;
  }
}

function prefixesOf(path: readonly string[]): readonly string[] {
  const names = path.filter((name) => !/^\d+$/u.test(name));
  return names.map((_, i) => names.slice(0, i + 1).join("."));
}

/** Keeps all root fields, because they identify the operation. */
function ofRoot(set: SelectionSetNode, wanted: ReadonlySet<string>): SelectionSetNode {
  const selections = set.selections.map((one) =>
    one.kind === Kind.FIELD ? ofField(one, nameOf(one), wanted) : one,
  );
  return { ...set, selections };
}

function ofField(field: FieldNode, path: string, wanted: ReadonlySet<string>): FieldNode {
  if (field.selectionSet === undefined) return field;
  return { ...field, selectionSet: ofSet(field.selectionSet, path, wanted) };
}

function ofSet(set: SelectionSetNode, path: string, wanted: ReadonlySet<string>): SelectionSetNode {
  const selections = set.selections.flatMap((one) => ofSelection(one, path, wanted));
  const name = { kind: Kind.NAME, value: "__typename" } as const;
  return {
    ...set,
    selections: selections.length === 0 ? [{ kind: Kind.FIELD, name }] : selections,
  };
}

/** Keeps fields with arguments, because an argument can be the only use of a variable. */
function ofSelection(
  one: SelectionNode,
  path: string,
  wanted: ReadonlySet<string>,
): readonly SelectionNode[] {
  if (one.kind !== Kind.FIELD) return [one];
  const own = `${path}.${nameOf(one)}`;
  const hasArguments = (one.arguments ?? []).length > 0;
  return wanted.has(own) || hasArguments ? [ofField(one, own, wanted)] : [];
}

function nameOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}
