import { getNamedType, isObjectType } from "graphql";
import type { GraphQLNamedType, GraphQLOutputType, GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import type { Exchange } from "#targets";
import type { AnyOperation, ArgumentTree, Dialect, KindDialect } from "#targets/graphql";
import { isAboutCaller } from "../requests/caller-refusals.ts";
import { customFor, placeholderOf } from "../operations/argument-words.ts";
import { withOnePlace } from "../operations/hidden-namespaces.ts";
import { usualNames } from "../schema/usual-namespaces.ts";
import { usualLexicon } from "../schema/lexicon.ts";
import { partsByWord } from "../schema/object-types.ts";
import type { Shared } from "../requests/on-trial.ts";
import { missingIn, textsOf } from "../requests/rejection-texts.ts";
import { inputFields, isRequired, outputFields, rootFields } from "../schema/root-fields.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import { kindNamed, withKind } from "../requests/trial-requests.ts";
import { withOperations } from "../requests/with-operations.ts";

interface Unsent {
  readonly group: readonly string[];
  readonly input: Input;
}

type Arguments = AnyOperation["arguments"];

/**
 * Adds an optional input that is not sent yet to the dialect, if the error of a create request names it. If the input
 * is the namespace, adds it to every operation of the kind that can take one.
 */
export function withUnsentArgument(
  dialect: Dialect,
  name: string,
  { refused, shared }: { readonly refused: Exchange; readonly shared: Shared },
): Dialect | undefined {
  const kind = kindNamed(dialect, name);
  const [operation] = kind?.operations.create ?? [];
  if (kind === undefined || operation === undefined) return undefined;
  const { schema } = shared.means;
  const field = fieldOf(schema, operation);
  if (field === undefined) return undefined;
  const found = namedIn(refused, unsentIn(field.arguments, operation.arguments));
  const value = found && valueOf(found.unsent.input, kind);
  if (found === undefined || value === undefined) return undefined;
  const { unsent, text } = found;
  const path = [...unsent.group, unsent.input.name];
  shared.notes.note(
    ["kinds", name, "operations", "create", operation.id, "arguments", ...path],
    "medium",
    `sent, because the endpoint requires it: ${text.trim()}`,
  );
  const sent = withOperations(kind, (one, verb) =>
    verb === "create" && one.id === operation.id
      ? withArgument(one.arguments, path, value)
      : one.arguments,
  );
  if (value !== "$namespace") return withKind(dialect, sent);
  return withKind(dialect, inNamespaces(sent, { field, word: unsent.input.name, shared }));
}

function namedIn(
  refused: Exchange,
  unsent: readonly Unsent[],
): { readonly unsent: Unsent; readonly text: string } | undefined {
  const names = unsent.map(({ input }) => input.name);
  if (isAboutCaller(refused, names)) return undefined;
  for (const text of textsOf(refused)) {
    const missing = new Set(missingIn(text).map((name) => name.toLowerCase()));
    const found = unsent.find(({ input }) => missing.has(input.name.toLowerCase()));
    if (found !== undefined) return { unsent: found, text };
  }
  return undefined;
}

function unsentIn(
  inputs: readonly Input[],
  tree: Arguments,
  group: readonly string[] = [],
): readonly Unsent[] {
  return inputs.flatMap((input): readonly Unsent[] => {
    const value = tree[input.name];
    if (value === undefined) return isRequired(input) ? [] : [{ group, input }];
    const isGroup = isJsonObject(value) && inputFields(input).some(({ name }) => name in value);
    return isGroup ? unsentIn(inputFields(input), value, [...group, input.name]) : [];
  });
}

function valueOf(input: Input, { paths }: KindDialect): ArgumentTree | undefined {
  return placeholderOf(input, "create", usualLexicon(paths)) ?? customFor(input, "create")?.value;
}

interface Placed {
  readonly field: RootField;
  readonly word: string;
  readonly shared: Shared;
}

function inNamespaces(kind: KindDialect, { field, word, shared }: Placed): KindDialect {
  const { schema, namespaces: given } = shared.means;
  const placed = withOperations(kind, ({ arguments: tree, ...operation }) => {
    const inputs = fieldOf(schema, operation)?.arguments ?? [];
    const isUnsent = unsentIn(inputs, tree).some(
      ({ group, input }) => group.length === 0 && input.name === word,
    );
    return isUnsent ? withArgument(tree, [word], "$namespace") : tree;
  });
  const type = objectOf(field.type, kind.operations.create[0]?.result);
  const namespace = isObjectType(type) ? partsByWord(type).namespace : undefined;
  const hasNone = kind.namespaces.length === 0;
  const paths = {
    ...kind.paths,
    ...(kind.paths.namespace === undefined && namespace !== undefined ? { namespace } : {}),
  };
  const namespaces = hasNone ? (given ?? usualNames) : kind.namespaces;
  return withOnePlace({ ...placed, scope: "namespaced", paths }, namespaces);
}

function objectOf(type: GraphQLOutputType, path: string | null | undefined): GraphQLNamedType {
  const steps = path === null || path === undefined || path === "" ? [] : path.split(".");
  return steps.reduce<GraphQLNamedType>((held, step) => {
    const inner = outputFields(held)[step];
    return inner === undefined ? held : getNamedType(inner);
  }, getNamedType(type));
}

function fieldOf(
  schema: GraphQLSchema,
  { field }: Pick<AnyOperation, "field">,
): RootField | undefined {
  const roots = [schema.getMutationType(), schema.getQueryType(), schema.getSubscriptionType()];
  return roots.flatMap((root) => rootFields(root)).find(({ path }) => path === field);
}

function withArgument(tree: Arguments, path: readonly string[], value: ArgumentTree): Arguments {
  const [step = "", ...rest] = path;
  if (rest.length === 0) return { ...tree, [step]: value };
  const inner = tree[step];
  return { ...tree, [step]: withArgument(isJsonObject(inner) ? inner : {}, rest, value) };
}
