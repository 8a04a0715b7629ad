import type { GraphQLObjectType } from "graphql";
import type { KindSamples } from "#targets";
import { leavesOf, plain } from "./shapes.ts";
import type { Leaf } from "./shapes.ts";

/** Parts of an object whose fields the user can specify. */
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

/** Verbs whose fields the user can specify. */
export const givenVerbs = [
  "create",
  "read",
  "list",
  "update",
  "updateStatus",
  "delete",
  "watch",
] as const;

/** The field that implements an operation of a kind. */
export type GivenOperation = GivenCall | GivenWatch;

interface GivenCall {
  readonly verb: Exclude<(typeof givenVerbs)[number], "watch">;
  readonly kind: string;
  readonly field: string;
}

interface GivenWatch {
  readonly verb: "watch";
  /** Defaults to every kind whose objects the subscription reports. */
  readonly kind?: string;
  readonly field: string;
}

/** Information about an endpoint that its schema does not contain. */
export interface Hints {
  /** The endpoint's names for parts of its objects. */
  readonly words: Readonly<Partial<Record<MappedPart, string>>>;
  readonly operations: readonly GivenOperation[];
  readonly samples?: Readonly<Record<string, Partial<KindSamples>>>;
}

export const noHints: Hints = { words: {}, operations: [] };

export function hintedLeaf(type: GraphQLObjectType, word: string | undefined): Leaf | undefined {
  if (word === undefined) return undefined;
  return leavesOf(type).find(({ name, path }) => path === word || plain(name) === plain(word));
}

interface NamedField {
  readonly path: string;
  readonly name: string;
}

export function givenFor({ operations }: Hints, field: NamedField): GivenCall | undefined {
  return operations.filter((one) => one.verb !== "watch").find((one) => isFieldOf(one, field));
}

export function givenWatches({ operations }: Hints, field: NamedField): readonly GivenWatch[] {
  return operations.filter((one) => one.verb === "watch").filter((one) => isFieldOf(one, field));
}

export function isFieldOf({ field }: Pick<GivenOperation, "field">, named: NamedField): boolean {
  return field === named.path || field === named.name;
}

/** Whether a name matches the user's spelling. Ignores case, a prefix, and a technical suffix such as `Dto`. */
export function isMeant(name: string, written: string): boolean {
  const meant = plain(written);
  return namesOf(name).some((own) => own === meant || (meant.length > 2 && own.endsWith(meant)));
}

/** Returns the samples of a kind. The user may omit a technical suffix of the kind, such as `Dto`. */
export function givenSamples(
  { samples = {} }: Pick<Hints, "samples">,
  kind: string,
): Partial<KindSamples> | undefined {
  const names = namesOf(kind);
  const meant = Object.keys(samples).find((written) => names.includes(plain(written)));
  return samples[kind] ?? samples[meant ?? ""];
}

/** Returns a name in lower case, and without a technical suffix if it has one. */
function namesOf(name: string): readonly string[] {
  return [plain(name), plain(name.replace(technical, ""))];
}

const technical =
  /(?<=[\p{Ll}\p{N}])(?:DTO|Dto|Entity|Model|Node|Object|Record|Resource|Type|View)$|_(?:dto|entity|model|view)$/u;
