import type { GraphQLObjectType } from "graphql";
import type { KindSamples } from "#targets";
import { leavesOf, plain } from "./shapes.ts";
import type { Leaf } from "./shapes.ts";

/** Parts of an object whose word can be given. */
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

/** A part of an object whose word can be given. */
export type MappedPart = (typeof mappedParts)[number];

/** Operations whose field can be given. */
export const givenVerbs = ["create", "read", "list", "update", "updateStatus", "delete"] as const;

/** The field that carries an operation of a kind. */
export interface GivenOperation {
  readonly verb: (typeof givenVerbs)[number];
  readonly kind: string;
  readonly field: string;
}

/** What is known about an endpoint in addition to its schema. */
export interface Hints {
  /** What the endpoint calls parts of its objects. */
  readonly words: Readonly<Partial<Record<MappedPart, string>>>;
  readonly operations: readonly GivenOperation[];
  /** Sample specs and statuses, by kind. */
  readonly samples?: Readonly<Record<string, Partial<KindSamples>>>;
}

/** Nothing was given. */
export const noHints: Hints = { words: {}, operations: [] };

/** The value of an object that is called by a given word, or stands at a given path. */
export function hintedLeaf(type: GraphQLObjectType, word: string | undefined): Leaf | undefined {
  if (word === undefined) return undefined;
  return leavesOf(type).find(({ name, path }) => path === word || plain(name) === plain(word));
}

/** What was given for a field of the schema. */
export function givenFor(
  { operations }: Hints,
  field: { readonly path: string; readonly name: string },
): GivenOperation | undefined {
  return operations.find((one) => one.field === field.path || one.field === field.name);
}

/** Whether a name matches the user's, ignoring case and a prefix. */
export function isMeant(name: string, written: string): boolean {
  const [own, meant] = [plain(name), plain(written)];
  return own === meant || (meant.length > 2 && own.endsWith(meant));
}
