import { describe, expect, it } from "vitest";
import { scaleLimits } from "#contract";
import { inferDialect, startingDialect } from "#wings/init";
import { prepareDialect, readEndpointSchema } from "#targets/graphql";
import { targetOptionsOf } from "../../bin/reach/connect-endpoint.ts";
import { largeSchemaTypes, startLargeSchema } from "../../bin/testing/large-schema.ts";

const known = {
  name: "large",
  namespaces: ["inbox"],
  identities: { author: { kind: "static", credential: "author-key" } },
} as const;

/** Number of types per request if the schema must be introspected in steps. */
const typesPerRequest = 25;

describe("a schema of two thousand types", () => {
  it.each([
    { how: "in one request", deepest: undefined, least: 1, most: 1 },
    {
      how: "in several requests",
      deepest: 10,
      least: largeSchemaTypes / typesPerRequest,
      // Additional requests: the rejected complete introspection, the request for the names of types, and the request
      // for the types that every schema has.
      most: largeSchemaTypes / typesPerRequest + 5,
    },
  ])("is read $how, and the kind is found", async ({ deepest, least, most }) => {
    await using server = await startLargeSchema(deepest);
    const schema = await readEndpointSchema(
      targetOptionsOf({
        endpoint: server.url,
        dialect: { dialect: startingDialect(known), locate: () => "" },
        limits: scaleLimits(6),
        signal: new AbortController().signal,
      }),
    );
    expect(server.headers.length).toBeGreaterThanOrEqual(least);
    expect(server.headers.length).toBeLessThanOrEqual(most);

    const { dialect } = inferDialect(schema, known);
    expect(dialect.kinds.map(({ name }) => name)).toEqual(["Note"]);
    expect(dialect.kinds[0]?.operations.updateStatus.map(({ id }) => id)).toEqual([
      "updateNoteStatus",
    ]);
    expect(prepareDialect(schema, dialect).problems).toEqual([]);
  });
});
