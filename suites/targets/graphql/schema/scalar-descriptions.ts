import { isScalarType, isSpecifiedScalarType } from "graphql";
import type { GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";

const maxScalars = 40;

/**
 * Adds the descriptions of custom scalars to a schema that was introspected without them, because they often describe
 * the format of the values. If the endpoint rejects the query, the schema stays unchanged.
 */
export async function describeScalars(
  schema: GraphQLSchema,
  ask: (document: string) => Promise<JsonObject | undefined>,
): Promise<void> {
  const scalars = Object.values(schema.getTypeMap())
    .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
    .slice(0, maxScalars);
  if (scalars.length === 0) return;
  const fields = scalars.map(
    ({ name }, index) => `s${index}: __type(name: ${JSON.stringify(name)}) { description }`,
  );
  const data = await ask(`{ ${fields.join(" ")} }`);
  for (const [index, scalar] of scalars.entries()) {
    const found = data?.[`s${index}`];
    const description = isJsonObject(found) ? found["description"] : undefined;
    if (typeof description === "string") scalar.description = description;
  }
}
