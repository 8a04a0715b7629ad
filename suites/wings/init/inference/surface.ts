import { getNamedType, isUnionType } from "graphql";
import type { GraphQLSchema } from "graphql";
import type { OutcomeMatcher } from "#targets/graphql";
import { kindTypes, namesAKind } from "./kind-types.ts";
import type { KindType } from "./kind-types.ts";
import { kindInName, mutationVerb } from "./mutations.ts";
import type { MutationGuess } from "./mutations.ts";
import { conflictIn, payloadOf } from "./payloads.ts";
import { rootFields } from "./root-fields.ts";
import type { RootField } from "./root-fields.ts";
import { watchOf } from "./watches.ts";
import type { WatchGuess } from "./watches.ts";

/** A mutation, with what it was taken for. */
export interface MutationField extends MutationGuess {
  readonly field: RootField;
  /** The kind that it is about. Absent where an argument names the kind. */
  readonly kind?: string;
  /** Path of the object in the reply. */
  readonly result: string | null;
  /** Whether that is an object of the type of a kind. */
  readonly isTyped: boolean;
}

/** All of a schema that has to do with objects. */
export interface Surface {
  readonly kinds: readonly KindType[];
  readonly mutations: readonly MutationField[];
  readonly watches: readonly WatchGuess[];
  /** How payloads tell conflicts, each way once. */
  readonly conflicts: readonly OutcomeMatcher[];
}

/** Sorts the fields of a schema. Those that `without` names are left out. */
export function surfaceOf(schema: GraphQLSchema, without: readonly string[]): Surface {
  const isWanted = ({ path, name }: RootField): boolean =>
    !without.includes(path) && !without.includes(name);
  const kinds = kindTypes(rootFields(schema.getQueryType()).filter(isWanted));
  const names = new Set(kinds.map(({ name }) => name));
  const fields = rootFields(schema.getMutationType()).filter(isWanted);
  const mutations = fields.flatMap((field) => mutationField(field, kinds, names));
  const paths = new Map(kinds.map((kind) => [kind.name, kind.paths]));
  const watches = rootFields(schema.getSubscriptionType())
    .filter(isWanted)
    .flatMap((field) => watchOf(field, paths) ?? [])
    .map((watch) => ({ ...watch, ...withKindOfName(watch, kinds) }));
  return { kinds, mutations, watches, conflicts: conflictsOf(mutations) };
}

function mutationField(
  field: RootField,
  kinds: readonly KindType[],
  names: ReadonlySet<string>,
): readonly MutationField[] {
  const payload = payloadOf(field.type, names);
  const isGeneric = namesAKind(field.arguments);
  const typed = kinds.filter((kind) => !kind.isGeneric).map(({ name }) => name);
  const reached =
    payload.kind !== undefined && typed.includes(payload.kind) ? payload.kind : undefined;
  const kind = isGeneric ? undefined : (reached ?? kindInName(field.path, typed));
  if (kind === undefined && !isGeneric) return [];
  const generic = kinds.find((one) => one.isGeneric)?.name ?? "";
  const guess = mutationVerb(field, kind ?? generic);
  if (guess === undefined) return [];
  // What may be something else, such as a conflict, has no type that can be checked.
  const isTyped = reached !== undefined && !isUnionType(getNamedType(field.type));
  return [
    { ...guess, field, result: payload.result, isTyped, ...(kind === undefined ? {} : { kind }) },
  ];
}

/** A watch of objects of any form is about the kind that its name holds, unless an argument says it. */
function withKindOfName(watch: WatchGuess, kinds: readonly KindType[]): Pick<WatchGuess, "kind"> {
  if (watch.kind !== undefined || watch.isGeneric) return {};
  const typed = kinds.filter((kind) => !kind.isGeneric).map(({ name }) => name);
  const found = kindInName(watch.operation.field, typed);
  return found === undefined ? {} : { kind: found };
}

function conflictsOf(mutations: readonly MutationField[]): readonly OutcomeMatcher[] {
  const found = new Map<string, OutcomeMatcher>();
  for (const { field } of mutations) {
    const matcher = conflictIn(field.type);
    if (matcher !== undefined) found.set(JSON.stringify(matcher), matcher);
  }
  return [...found.values()];
}
