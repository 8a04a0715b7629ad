import { getNamedType, isNonNullType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { flattened } from "./flattened.ts";
import type { RootField } from "./root-fields.ts";
import type { Anatomy } from "./anatomy.ts";
import type { WriteVerb } from "./object-writes.ts";
import { isAnyForm, leavesOf, plain } from "./shapes.ts";
import type { Leaf } from "./shapes.ts";

type Paths = Readonly<Partial<Record<string, string>>>;

/** What says the incarnation of an object where nothing has a usual name for it: the only other id. */
export function uidAmong(
  type: GraphQLObjectType,
  worded: Paths,
  taken: ReadonlySet<string | undefined>,
): { readonly uid?: string } {
  if (worded["uid"] !== undefined) return {};
  const [only, ...others] = spare(type, taken, worded).filter(
    (leaf) => isNonNullType(leaf.type) && getNamedType(leaf.type).name === "ID",
  );
  return only === undefined || others.length > 0 ? {} : { uid: only.path };
}

/** The generation where nothing has a usual name for it: the only number that is always there and that nothing writes. */
export function generationAmong(
  type: GraphQLObjectType,
  known: {
    readonly worded: Paths;
    readonly taken: ReadonlySet<string | undefined>;
    readonly mutations: readonly RootField[];
  },
): { readonly generation?: string } {
  const { worded, taken, mutations } = known;
  if (worded["generation"] !== undefined) return {};
  const written = writtenWords(mutations);
  const [only, ...others] = spare(type, taken, worded).filter(
    (leaf) =>
      isNonNullType(leaf.type) &&
      /^(?:int|long|bigint)$/iu.test(getNamedType(leaf.type).name) &&
      !written.has(plain(leaf.name)),
  );
  return only === undefined || others.length > 0 ? {} : { generation: only.path };
}

/** The labels where nothing has a usual name for them: the only map that authors write, and no controller. */
export function labelsAmong(
  type: GraphQLObjectType,
  known: {
    readonly worded: Paths;
    readonly taken: ReadonlySet<string | undefined>;
    readonly mutations: readonly RootField[];
    readonly anatomy: Anatomy;
  },
): { readonly labels?: string } {
  const { worded, taken, mutations, anatomy } = known;
  if (worded["labels"] !== undefined) return {};
  const { holder } = anatomy.identity.name;
  const [only, ...others] = spare(type, taken, worded).filter((leaf) => {
    if (leaf.holder !== "" && leaf.holder !== holder) return false;
    const verbs = writersOf(leaf.path, mutations, anatomy);
    const isAuthored = verbs.has("create") || verbs.has("update");
    return isAnyForm(getNamedType(leaf.type)) && isAuthored && !verbs.has("updateStatus");
  });
  return only === undefined || others.length > 0 ? {} : { labels: only.path };
}

function writersOf(
  path: string,
  mutations: readonly RootField[],
  { reader, verbs }: Anatomy,
): ReadonlySet<WriteVerb | undefined> {
  const writing = mutations.filter((field) =>
    reader.partsOf(field).some(({ of }) => of.part !== "group" && of.member === path),
  );
  return new Set(writing.map((field) => verbs.get(field.path)?.value));
}

/** When an object was created, where nothing has a usual name for it: the only time that is always there and that nothing writes. */
export function creationAmong(
  type: GraphQLObjectType,
  known: {
    readonly worded: Paths;
    readonly taken: ReadonlySet<string | undefined>;
    readonly mutations: readonly RootField[];
    readonly holder: string;
  },
): { readonly creationTimestamp?: string } {
  const { worded, taken, mutations, holder } = known;
  if (worded["creationTimestamp"] !== undefined) return {};
  const written = writtenWords(mutations);
  const [only, ...others] = spare(type, taken, worded).filter(
    (leaf) =>
      (leaf.holder === "" || leaf.holder === holder) &&
      isNonNullType(leaf.type) &&
      /time|date|instant/iu.test(getNamedType(leaf.type).name) &&
      !written.has(plain(leaf.name)),
  );
  return only === undefined || others.length > 0 ? {} : { creationTimestamp: only.path };
}

function writtenWords(mutations: readonly RootField[]): ReadonlySet<string> {
  return new Set(
    mutations.flatMap((field) => flattened(field.arguments)).map(({ name }) => plain(name)),
  );
}

function spare(
  type: GraphQLObjectType,
  taken: ReadonlySet<string | undefined>,
  worded: Paths,
): readonly Leaf[] {
  const used = new Set(Object.values(worded));
  return leavesOf(type).filter(
    ({ path, holder }) => !taken.has(path) && !used.has(path) && !taken.has(holder),
  );
}
