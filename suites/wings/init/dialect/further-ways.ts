import { getNamedType, isInputObjectType } from "graphql";
import type { GraphQLNamedType, GraphQLSchema } from "graphql";
import { operationVerbs } from "#contract";
import type { Dialect, KindDialect } from "#targets/graphql";
import { flattened } from "../schema/flattened.ts";
import { rootFields } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import type { Gap } from "./gaps.ts";

const writing = ["update", "updateStatus"] as const;

/**
 * Returns the mutations that a run does not test although they are a second way to a tested write: they are named after
 * it with another key, such as `reportBeaconByRowId`, and take the same content.
 */
export function furtherWays(schema: GraphQLSchema, dialect: Dialect): readonly Gap[] {
  const fields = rootFields(schema.getMutationType());
  const used = new Set(
    dialect.kinds.flatMap(({ operations }) =>
      operationVerbs.flatMap((verb) => operations[verb].map(({ field }) => field)),
    ),
  );
  const unused = fields.filter(({ path }) => !used.has(path));
  return dialect.kinds.flatMap((kind) =>
    writing.flatMap((verb) =>
      kind.operations[verb].flatMap(({ field: path }) => {
        const tested = fields.find((field) => field.path === path);
        if (tested === undefined) return [];
        const others = unused.filter((other) => isFurtherWay(other, tested));
        return others.map((other) => gapOf(other, { tested, verb, kind }));
      }),
    ),
  );
}

function isFurtherWay(other: RootField, tested: RootField): boolean {
  const { path } = tested;
  if (!/^_?by/iu.test(other.path.slice(path.length)) || !other.path.startsWith(path)) return false;
  const content = contentOf(tested);
  return [...contentOf(other)].some((type) => content.has(type));
}

/** Returns the types of the input objects that a mutation takes. Two mutations share the type of their content. */
function contentOf({ arguments: inputs }: RootField): ReadonlySet<GraphQLNamedType> {
  const types = flattened(inputs).map(({ type }) => getNamedType(type));
  return new Set(types.filter(isInputObjectType));
}

interface Tested {
  readonly tested: RootField;
  readonly verb: string;
  readonly kind: KindDialect;
}

function gapOf({ path, name }: RootField, { tested, verb, kind }: Tested): Gap {
  return {
    place: `kinds.${kind.name}.operations.${verb}.${name}`,
    problem: `not tested, although it is a second way to ${tested.name} with another key; add it if the key is mapped`,
    stub: [`${name}:`, `  field: ${path}`, "  arguments: { KEY: $uid, VERSION: $resourceVersion }"],
  };
}
