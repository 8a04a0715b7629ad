import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import { reasonOf } from "../../port/error-reason.ts";
import { TargetUnreachable } from "../../port/target.ts";
import { describedSchema, isIntrospection } from "./introspection.ts";

/**
 * Reads a copy of an endpoint's schema: GraphQL SDL, or the result of an introspection query as JSON.
 *
 * @throws TargetUnreachable if the file cannot be read or contains no schema.
 */
export function readSchemaCopy(path: string, folder: string): GraphQLSchema {
  try {
    const text = readFileSync(resolve(folder, path), "utf8");
    return text.trimStart().startsWith("{") ? schemaOfJson(JSON.parse(text)) : schemaOfSdl(text);
  } catch (error) {
    throw new TargetUnreachable(
      `the endpoint rejects introspection, and the copy of its schema in ${path} cannot be used: ${reasonOf(error)}`,
      {
        fix: "Pass a file with GraphQL SDL, or with the JSON result of an introspection query.",
        cause: error,
      },
    );
  }
}

/** Does not validate directives, because frameworks omit the definitions of their own ones. */
function schemaOfSdl(text: string): GraphQLSchema {
  return buildSchema(text, { assumeValidSDL: true });
}

function schemaOfJson(value: unknown): GraphQLSchema {
  const data = isJsonObject(value) && isJsonObject(value["data"]) ? value["data"] : value;
  if (!isIntrospection(data)) throw new Error('the JSON has no property "__schema"');
  return describedSchema(data);
}
