import type { GraphQLObjectType } from "graphql";
import type { KindSamples } from "#targets";
import { leavesOf, plain } from "./shapes.ts";
import type { Leaf } from "./shapes.ts";

/** Parts of an object whose field the user can name. */
export const mappedParts = [
  "name",
  "namespace",
  "version",
  "uid",
  "generation",
  "labels",
  "spec",
  "status",
] as const;

export type MappedPart = (typeof mappedParts)[number];

/** Verbs whose field the user can name. */
export const givenVerbs = ["create", "read", "list", "update", "updateStatus", "delete"] as const;

/** The field that implements an operation of a kind. */
export interface GivenOperation {
  readonly verb: (typeof givenVerbs)[number];
  readonly kind: string;
  readonly field: string;
}

/** Information about an endpoint that its schema does not contain. */
export interface Hints {
  /** The endpoint's names for parts of its objects. */
  readonly words: Readonly<Partial<Record<MappedPart, string>>>;
  readonly operations: readonly GivenOperation[];
  /** Sample specs and statuses, by kind. */
  readonly samples?: Readonly<Record<string, Partial<KindSamples>>>;
}

export const noHints: Hints = { words: {}, operations: [] };

/** The scalar field of a type with the given name or path. */
export function hintedLeaf(type: GraphQLObjectType, word: string | undefined): Leaf | undefined {
  if (word === undefined) return undefined;
  return leavesOf(type).find(({ name, path }) => path === word || plain(name) === plain(word));
}

/** The operation that the user assigned to a field of the schema. */
export function givenFor(
  { operations }: Hints,
  field: { readonly path: string; readonly name: string },
): GivenOperation | undefined {
  return operations.find((one) => one.field === field.path || one.field === field.name);
}

/** Whether a name matches what the user typed, ignoring case and a prefix. */
export function isMeant(name: string, written: string): boolean {
  const [own, meant] = [plain(name), plain(written)];
  return own === meant || (meant.length > 2 && own.endsWith(meant));
}
