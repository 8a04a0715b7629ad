import { isRequiredArgument } from "graphql";
import type { GraphQLSchema } from "graphql";
import type { Verb } from "#contract";
import type { ObjectOperation } from "../dialect/dialect-operations.ts";
import type { KindDialect } from "../dialect/dialect.ts";
import { fieldOf } from "../requests/prepared-dialect.ts";
import type { ArgumentTree, Placeholder } from "../schema/argument-tree.ts";
import { placeholdersInside } from "../schema/composed-text.ts";
import { placeholderPlaces } from "../schema/placeholder-places.ts";
import type { InputSlots } from "../schema/placeholder-places.ts";

const verbs = [
  "read",
  "update",
  "updateStatus",
  "patchStatus",
  "delete",
] as const satisfies readonly Verb[];

/**
 * Returns the operations that find an object by its namespace and its name, in separate arguments or fields, or in one
 * composed text such as `projects/${namespace}/kilns/${name}`. Empty for a kind without such a read: the namespace in
 * its writes may be content, because names are unique across namespaces.
 */
export function namespacedOperationsOf(
  schema: GraphQLSchema,
  { operations }: Pick<KindDialect, "operations">,
): readonly string[] {
  const found = verbs.map((verb) => {
    const all: readonly ObjectOperation[] = operations[verb];
    return all.filter((one) => isAddressedInNamespace(one, slotsOf(schema, verb, one)));
  });
  const [reads = []] = found;
  return reads.length === 0 ? [] : found.flat().map(({ id }) => id);
}

function slotsOf(schema: GraphQLSchema, verb: Verb, operation: ObjectOperation): InputSlots {
  if (operation.document !== undefined) return {};
  const { args = [] } = fieldOf(schema, verb, operation) ?? {};
  return Object.fromEntries(
    args.map((arg) => [arg.name, { type: arg.type, isRequired: isRequiredArgument(arg) }]),
  );
}

function isAddressedInNamespace(operation: ObjectOperation, slots: InputSlots): boolean {
  const uids = placeholderPlaces(operation.arguments, slots).filter(({ text }) => text === "$uid");
  // With a required uid, the namespace and the name may be new values.
  if (uids.some(({ slot }) => slot?.isRequired !== false)) return false;
  const texts = textsIn(operation.arguments, []);
  const names = texts.filter(({ text }) => contains(text, "$name"));
  return texts
    .filter(({ text }) => contains(text, "$namespace"))
    .some((namespace) =>
      names.includes(namespace)
        ? names.every(({ path }) => path.length >= namespace.path.length)
        : names.some((name) => isNoDeeper(namespace, name)),
    );
}

interface Text {
  readonly text: string;
  readonly path: readonly string[];
}

function textsIn(tree: ArgumentTree, path: readonly string[]): readonly Text[] {
  if (typeof tree === "string") return [{ text: tree, path }];
  if (typeof tree !== "object" || tree === null) return [];
  return Object.entries(tree).flatMap(([step, inner]) => textsIn(inner, [...path, step]));
}

function contains(text: string, placeholder: Placeholder): boolean {
  return text === placeholder || placeholdersInside(text).includes(placeholder);
}

/** Whether the input that contains the namespace also contains the name. A namespace next to the spec is content. */
function isNoDeeper(namespace: Text, name: Text): boolean {
  const around = namespace.path.slice(0, -1);
  return around.every((step, index) => name.path[index] === step);
}
