import { getNamedType, isNonNullType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { flattened } from "./flattened.ts";
import type { RootField } from "./root-fields.ts";
import { leavesOf, plain } from "./shapes.ts";
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
  const written = new Set(
    mutations.flatMap((field) => flattened(field.arguments)).map(({ name }) => plain(name)),
  );
  const [only, ...others] = spare(type, taken, worded).filter(
    (leaf) =>
      isNonNullType(leaf.type) &&
      /^(?:int|long|bigint)$/iu.test(getNamedType(leaf.type).name) &&
      !written.has(plain(leaf.name)),
  );
  return only === undefined || others.length > 0 ? {} : { generation: only.path };
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
