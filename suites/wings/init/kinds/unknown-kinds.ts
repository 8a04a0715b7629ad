import { isInterfaceType, isObjectType } from "graphql";
import type { GraphQLSchema } from "graphql";
import { isMisspelling, nearest } from "#targets";
import { givenSamples, isMeant } from "../schema/user-hints.ts";
import { describedKinds } from "./infer-dialect.ts";
import type { InferenceOptions } from "./infer-dialect.ts";
import { untypedReads } from "./untyped-reads.ts";

export interface UnknownKind {
  readonly name: string;
  /** Kinds with similar names, the most similar first. */
  readonly near: readonly string[];
  readonly known: readonly string[];
  /** Whether generic operations may take names of kinds other than the known ones. */
  readonly isGeneric: boolean;
}

/**
 * Finds the requested kinds that an endpoint cannot have. Generic operations may take any name, unless an enum lists
 * the names or the name looks like a misspelled typed kind. A name that is a type of the schema is never returned, even
 * if it is not recognized as a kind.
 */
export function unknownKinds(
  schema: GraphQLSchema,
  options: InferenceOptions,
): readonly UnknownKind[] {
  const wanted = (options.kinds ?? []).filter((name) => options.literals?.[name] === undefined);
  if (wanted.length === 0) return [];
  const { typed, listed, isGeneric } = describedKinds(schema, options);
  const known = [...new Set([...typed, ...listed])];
  const types = Object.keys(schema.getTypeMap());
  const isAny = (isGeneric && listed.length === 0) || isUntyped(schema, known);
  return wanted.flatMap((name): readonly UnknownKind[] => {
    const isKnown = [...known, ...types].some((one) => isMeant(one, name));
    const near = isAny ? known.filter((one) => isMisspelling(name, one)) : nearest(name, known);
    return isKnown || (isAny && near.length === 0) ? [] : [{ name, near, known, isGeneric: isAny }];
  });
}

/** Whether all objects are JSON, so that the schema shows no kinds. */
function isUntyped(schema: GraphQLSchema, known: readonly string[]): boolean {
  return known.length === 0 && untypedReads(schema).length > 0;
}

/** Finds the kinds that have samples, but that neither the schema nor the requested kinds contain. */
export function kindsOfSpareSamples(
  schema: GraphQLSchema,
  options: InferenceOptions,
): readonly UnknownKind[] {
  const names = Object.keys(options.samples ?? {});
  if (names.length === 0) return [];
  const { typed, listed, isGeneric } = describedKinds(schema, options);
  const known = [...new Set([...typed, ...listed])];
  const all = [...known, ...(options.kinds ?? [])];
  if (all.length === 0) return misspelledTypes(schema, names);
  return names
    .filter((name) =>
      all.every((kind) => givenSamples({ samples: { [name]: {} } }, kind) === undefined),
    )
    .map((name) => ({ name, near: nearest(name, known), known, isGeneric }));
}

/**
 * Without a kind, the file lists what the types of the schema lack, and the user may choose one of them as a kind. Names
 * that no type has would then have no effect.
 */
function misspelledTypes(schema: GraphQLSchema, names: readonly string[]): readonly UnknownKind[] {
  if (untypedReads(schema).length > 0) return [];
  const types = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("__"));
  return names
    .filter((name) => !types.some((type) => isMeant(type, name)))
    .map((name) => ({ name, near: nearest(name, types), known: [], isGeneric: false }));
}
