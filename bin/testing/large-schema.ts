import type { TestServer } from "../../suites/targets/graphql/testing/test-endpoint.ts";
import { serveSchema } from "../../suites/targets/graphql/testing/endpoints/serve-schema.ts";

/** Number of types in the large schema, not counting the types of its only kind. */
export const largeSchemaTypes = 2000;

const note = `
  type Query { note(namespace: String!, name: String!): Note notes(namespace: String!): [Note!]! FILLER }
  type Mutation {
    createNote(namespace: String!, name: String!, spec: NoteSpecInput!): Note!
    updateNoteStatus(namespace: String!, name: String!, resourceVersion: String!, status: NoteStatusInput!): Note!
    deleteNote(namespace: String!, name: String!): Boolean!
  }
  type Note { metadata: NoteMeta! spec: NoteSpec status: NoteStatus }
  type NoteMeta { name: String! namespace: String! uid: ID! resourceVersion: String! generation: Int! }
  type NoteSpec { title: String }
  type NoteStatus { reads: Int state: String }
  input NoteSpecInput { title: String }
  input NoteStatusInput { reads: Int state: String }
`;

/**
 * Serves a schema with many types. One type is a kind; the others refer to each other. `deepest` limits the depth of a
 * request, so that the schema must be introspected in several steps.
 */
export function startLargeSchema(deepest?: number): Promise<TestServer> {
  const numbers = Array.from({ length: largeSchemaTypes }, (_, index) => index);
  const fillers = numbers.map(
    (index) =>
      `type Filler${index} { id: ID! label(first: Int, after: String): String next: Filler${(index + 1) % largeSchemaTypes} all: [Filler${(index * 7) % largeSchemaTypes}!]! }`,
  );
  const roots = numbers.map((index) => `filler${index}(id: ID!): Filler${index}`);
  return serveSchema({
    sdl: [note.replace("FILLER", roots.join(" ")), ...fillers].join("\n"),
    root: {},
    may: {
      author: () => true,
      controller: () => true,
      reader: () => true,
      stranger: () => false,
    },
    socketCredential: "connectionInit",
    unauthenticated: { status: 401, body: "Unauthorized" },
    ...(deepest === undefined ? {} : { deepest }),
  });
}
