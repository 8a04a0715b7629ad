import type { GraphQLSchema } from "graphql";
import { TargetUnreachable } from "#targets";
import type { CredentialPlaces } from "#targets";
import { otherCredentials } from "#wings/init";
import type { Guess } from "#wings/init";

export interface FoundSchema {
  readonly schema: GraphQLSchema;
  /** The header that the endpoint accepted, and the guess for the file. Absent if it accepted the configured one. */
  readonly found?: { readonly credentials: CredentialPlaces; readonly guess: Guess };
}

type ReadWith = (credentials: CredentialPlaces) => Promise<GraphQLSchema>;

/** If the endpoint rejects the credential, tries other headers. */
export async function findSchema(
  credentials: CredentialPlaces,
  readWith: ReadWith,
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
      fix: `${error.fix} If the endpoint expects the credential in another header, pass --header 'NAME=$credential'.`,
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
