import type { GraphQLSchema } from "graphql";
import type { Feature } from "#contract";
import { allFeatures, describedFeatures } from "../dialect/described-features.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { signsInSchema } from "./schema-signs.ts";

/**
 * Features that a target seems to have but that are not tested, because its dialect does not declare them although its
 * operations can use them, or although the schema has common names for them.
 */
export function undeclaredFeatures(dialect: Dialect, schema: GraphQLSchema): readonly Feature[] {
  const offered = new Set([...describedFeatures(dialect), ...signsInSchema(schema, dialect)]);
  return allFeatures.filter(
    (feature) => offered.has(feature) && !dialect.features.includes(feature),
  );
}
