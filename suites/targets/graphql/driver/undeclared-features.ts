import type { GraphQLSchema } from "graphql";
import type { Feature } from "#contract";
import { allFeatures, describedFeatures } from "../dialect/described-features.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { signsInSchema } from "./schema-signs.ts";

/**
 * The features that a target seems to offer and that its dialect does not declare, so that nothing of
 * them is tested: the dialect has the means for them, or the schema has their usual names.
 */
export function undeclaredFeatures(dialect: Dialect, schema: GraphQLSchema): readonly Feature[] {
  const offered = new Set([...describedFeatures(dialect), ...signsInSchema(schema, dialect)]);
  return allFeatures.filter(
    (feature) => offered.has(feature) && !dialect.features.includes(feature),
  );
}
