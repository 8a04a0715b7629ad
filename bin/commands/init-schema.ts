import type { GraphQLSchema } from "graphql";
import { TargetUnreachable } from "#targets";
import type { CredentialPlaces } from "#targets";
import { readSchemaCopy } from "#targets/graphql";
import { otherCredentials } from "#wings/init";
import type { Guess } from "#wings/init";

export interface FoundSchema {
  readonly schema: GraphQLSchema;
  /** The header that the endpoint accepted, and the guess for the file. Absent if it accepted the configured one. */
  readonly found?: { readonly credentials: CredentialPlaces; readonly guess: Guess };
  /** Path of the copy that was read, because the endpoint rejected introspection with each header. */
  readonly copy?: string;
}

export interface SchemaSources {
  readonly readWith: (credentials: CredentialPlaces) => Promise<GraphQLSchema>;
  /** Path of a copy of the schema. None by default. */
  readonly copy?: string;
}

/** If the endpoint rejects the credential, tries other headers, then a copy of the schema. */
export async function findSchema(
  credentials: CredentialPlaces,
  { readWith, copy }: SchemaSources,
): Promise<FoundSchema> {
  return orCopy(readByHeaders(credentials, readWith), copy);
}

/** Reads a copy of the schema, if there is one and the endpoint rejected introspection. */
export async function orCopy(
  reading: Promise<FoundSchema>,
  copy: string | undefined,
): Promise<FoundSchema> {
  try {
    return await reading;
  } catch (error) {
    const isRejected = error instanceof TargetUnreachable && error.rejection !== undefined;
    if (!isRejected || copy === undefined) throw error;
    return { schema: readSchemaCopy(copy, "."), copy };
  }
}

async function readByHeaders(
  credentials: CredentialPlaces,
  readWith: SchemaSources["readWith"],
): Promise<FoundSchema> {
  try {
    return { schema: await readWith(credentials) };
  } catch (error) {
    if (!(error instanceof TargetUnreachable) || error.rejection === undefined) throw error;
    for (const other of otherCredentials(credentials, [error.rejection])) {
      const schema = await unlessRejected(readWith(other));
      if (schema === undefined) continue;
      const { header, format } = other.http;
      const reason = `the endpoint only returned its schema to a request with ${header}: ${format}`;
      const guess = { path: ["credentials"], confidence: "high", reason } as const;
      return { schema, found: { credentials: other, guess } };
    }
    throw new TargetUnreachable(error.message, {
      fix: `${error.fix} If the endpoint expects the credential in another header, pass --header 'NAME=$credential'. If it never returns its schema, pass a copy with --schema-file FILE.`,
      cause: error,
      rejection: error.rejection,
    });
  }
}

async function unlessRejected(reading: Promise<GraphQLSchema>): Promise<GraphQLSchema | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof TargetUnreachable && error.rejection !== undefined) return undefined;
    throw error;
  }
}
