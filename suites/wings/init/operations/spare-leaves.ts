import { getNamedType } from "graphql";
import type { GraphQLObjectType, GraphQLOutputType } from "graphql";
import { pairFieldsOf } from "../schema/pair-types.ts";
import { below } from "../schema/error-fields.ts";
import { eventTypeOf } from "../schema/event-type-names.ts";
import { outputFields } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import type { Anatomy } from "./anatomy.ts";
import type { WriteVerb } from "./object-writes.ts";
import { isAlways, isAnyForm, isInteger, leavesOf, plain } from "../schema/shapes.ts";
import type { Leaf } from "../schema/shapes.ts";

type Paths = Readonly<Partial<Record<string, string>>>;

interface Placed {
  readonly worded: Paths;
  readonly taken: ReadonlySet<string | undefined>;
}

/** Finds the uid if no field has a common name for it: the only non-null ID field without another meaning. */
export function uidAmong(
  type: GraphQLObjectType,
  worded: Paths,
  taken: ReadonlySet<string | undefined>,
): { readonly uid?: string } {
  const uid = onlyPath(
    spare("uid", type, { worded, taken }).filter(
      (leaf) => isAlways(leaf.type, type) && getNamedType(leaf.type).name === "ID",
    ),
  );
  return uid === undefined ? {} : { uid };
}

/**
 * Finds the generation, if no field has a common name for it: the only non-null number that no mutation writes, except
 * for numbers that identify the object, such as `databaseId`.
 */
export function generationAmong(
  type: GraphQLObjectType,
  known: Placed & { readonly mutations: readonly RootField[]; readonly anatomy: Anatomy },
): { readonly generation?: string } {
  const isWritten = writtenBy(known.mutations, known.anatomy);
  const generation = onlyPath(
    spare("generation", type, known).filter(
      (leaf) =>
        isAlways(leaf.type, type) &&
        !isNumberOfObject(leaf) &&
        isInteger(getNamedType(leaf.type)) &&
        !isWritten(leaf),
    ),
  );
  return generation === undefined ? {} : { generation };
}

function isNumberOfObject({ name }: Leaf): boolean {
  return /^(?:i?id|number|serial)$|Id$|ID$|_id$/u.test(name);
}

/** Finds the labels, if no field has a common name for them: the only map that authors write but controllers do not. */
export function labelsAmong(
  type: GraphQLObjectType,
  known: Placed & { readonly mutations: readonly RootField[]; readonly anatomy: Anatomy },
): { readonly labels?: string } {
  const { mutations, anatomy } = known;
  const { holder } = anatomy.identity.name;
  const labels = onlyPath(
    [...spare("labels", type, known), ...pairLists(type, known, holder)].filter((leaf) => {
      if (leaf.holder !== "" && leaf.holder !== holder) return false;
      const verbs = writersOf(leaf, mutations, anatomy);
      const isAuthored = verbs.has("create") || verbs.has("update");
      const isMap = isAnyForm(getNamedType(leaf.type)) || pairFieldsOf(leaf.type) !== undefined;
      return isMap && isAuthored && !verbs.has("updateStatus");
    }),
  );
  return labels === undefined ? {} : { labels };
}

/** Returns the lists of pairs next to the identity. Empty if a field with a common name contains the labels. */
function pairLists(
  type: GraphQLObjectType,
  { worded, taken }: Placed,
  identityHolder: string,
): readonly Leaf[] {
  if (worded["labels"] !== undefined) return [];
  const used = new Set(Object.values(worded));
  return [...new Set(["", identityHolder])].flatMap((holder) =>
    Object.entries(membersAt(type, holder))
      .map(([name, inner]) => ({ name, path: below(holder, name), holder, type: inner }))
      .filter(({ path, type: inner }) => pairFieldsOf(inner) !== undefined && !taken.has(path))
      .filter(({ path }) => !used.has(path)),
  );
}

function membersAt(
  type: GraphQLObjectType,
  path: string,
): Readonly<Record<string, GraphQLOutputType>> {
  const steps = path === "" ? [] : path.split(".");
  return steps.reduce<Readonly<Record<string, GraphQLOutputType>>>((members, step) => {
    const inner = members[step];
    return inner === undefined ? {} : outputFields(getNamedType(inner));
  }, outputFields(type));
}

/**
 * Finds the creation time, if no field has a common name for it: the only non-null timestamp that no mutation writes,
 * and whose name does not tell a change.
 */
export function creationAmong(
  type: GraphQLObjectType,
  known: Placed & {
    readonly mutations: readonly RootField[];
    readonly anatomy: Anatomy;
    readonly holder: string;
  },
): { readonly creationTimestamp?: string } {
  const isWritten = writtenBy(known.mutations, known.anatomy);
  const creationTimestamp = onlyPath(
    spare("creationTimestamp", type, known).filter(
      (leaf) =>
        (leaf.holder === "" || leaf.holder === known.holder) &&
        isAlways(leaf.type, type) &&
        eventTypeOf(leaf.name) !== "MODIFIED" &&
        /time|date|instant/iu.test(getNamedType(leaf.type).name) &&
        !isWritten(leaf),
    ),
  );
  return creationTimestamp === undefined ? {} : { creationTimestamp };
}

function onlyPath([only, ...others]: readonly Leaf[]): string | undefined {
  return others.length > 0 ? undefined : only?.path;
}

/** Returns the verbs of the mutations that take a field. Recognizes lists next to a nested identity by their names. */
function writersOf(
  { path, name, holder, type }: Leaf,
  mutations: readonly RootField[],
  { reader, verbs }: Anatomy,
): ReadonlySet<WriteVerb | undefined> {
  const isNested = holder !== "" && pairFieldsOf(type) !== undefined;
  const writing = mutations.filter((field) =>
    reader
      .partsOf(field)
      .some(
        ({ input, of }) =>
          of.part !== "group" &&
          (of.member === path ||
            (of.member === undefined && isNested && plain(input.name) === plain(name))),
      ),
  );
  return new Set(writing.map((field) => verbs.get(field.path)?.value));
}

/**
 * A field of the spec or the status with the same name, such as the observed generation, does not count as the field.
 */
function writtenBy(mutations: readonly RootField[], { reader }: Anatomy): (leaf: Leaf) => boolean {
  const words = new Set<string>();
  const paths = new Set<string>();
  for (const { input, of } of mutations.flatMap((field) => reader.partsOf(field))) {
    if (of.part !== "group" && of.member !== undefined) paths.add(of.member);
    else words.add(plain(input.name));
  }
  return ({ name, path }) => paths.has(path) || words.has(plain(name));
}

/** Returns the scalar fields without another meaning. Empty if a field with a common name already has the meaning. */
function spare(name: string, type: GraphQLObjectType, { worded, taken }: Placed): readonly Leaf[] {
  if (worded[name] !== undefined) return [];
  const used = new Set(Object.values(worded));
  return leavesOf(type).filter(
    ({ path, holder }) => !taken.has(path) && !used.has(path) && !taken.has(holder),
  );
}
