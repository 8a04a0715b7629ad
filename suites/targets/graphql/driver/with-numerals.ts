import type { GraphQLSchema } from "graphql";
import type { Dialect, KindDialect } from "../dialect/dialect.ts";
import { numeralsIn } from "../schema/numerals.ts";
import { shapesOf } from "./kind-shapes.ts";

/**
 * Adds the numbers that responses may contain as strings to the kinds of a dialect. Excludes kinds that a run defines,
 * because no GraphQL type describes their fields.
 */
export function withNumerals(schema: GraphQLSchema, dialect: Dialect): Dialect {
  const kinds = dialect.kinds.map((kind) => {
    const numerals = numeralsOf(schema, dialect, kind);
    return numerals === undefined ? kind : { ...kind, numerals };
  });
  return { ...dialect, kinds };
}

function numeralsOf(
  schema: GraphQLSchema,
  dialect: Dialect,
  kind: KindDialect,
): KindDialect["numerals"] {
  const shapes = shapesOf(schema, dialect, kind);
  const spec = shapes.spec && numeralsIn(shapes.spec);
  const status = shapes.status && numeralsIn(shapes.status);
  if (spec === undefined && status === undefined) return undefined;
  return {
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status }),
  };
}
