import { buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function schemaWith(parts: string, mutations: string): GraphQLSchema {
  return buildSchema(`
    scalar JSON
    enum KIND { KILN OVEN }
    type Query {
      thing(kind: KIND!, name: String!): Thing
      things(kind: KIND!): [Thing!]!
    }
    type Thing { kind: KIND! name: String! etag: String! ${parts} }
    type Mutation { ${mutations} }
  `);
}

function kindsIn(schema: GraphQLSchema): readonly KindDialect[] {
  const { dialect } = inferDialect(schema, { name: "things" });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  return dialect.kinds;
}

const own = { kind: "$kind", name: "$name" };
const etag = "$resourceVersion";

describe("objects of any kind", () => {
  it("have a spec and a status with names of their own", () => {
    const kinds = kindsIn(
      schemaWith(
        "config: JSON! observation: JSON",
        `createThing(kind: KIND!, name: String!, config: JSON!): Thing!
        changeThing(kind: KIND!, name: String!, etag: String!, config: JSON!): Thing!
        observeThing(kind: KIND!, name: String!, etag: String!, observation: JSON!): Thing!
        deleteThing(kind: KIND!, name: String!): Boolean!`,
      ),
    );

    expect(kinds.map(({ name }) => name)).toEqual(["KILN", "OVEN"]);
    expect(kinds[0]).toMatchObject({
      scope: "cluster",
      paths: { kind: "kind", name: "name", spec: "config", status: "observation" },
      operations: {
        create: [{ field: "createThing", arguments: { ...own, config: "$spec" } }],
        update: [{ field: "changeThing", arguments: { ...own, etag, config: "$spec" } }],
        updateStatus: [
          { field: "observeThing", arguments: { ...own, etag, observation: "$status" } },
        ],
        delete: [{ field: "deleteThing", arguments: own }],
      },
    });
  });

  it("are created and updated by a write with an optional version, whatever its name", () => {
    const [kind] = kindsIn(
      schemaWith(
        "spec: JSON! status: JSON",
        `configure(kind: KIND!, name: String!, etag: String, spec: JSON!): Thing!
        observe(kind: KIND!, name: String!, etag: String!, status: JSON!): Thing!
        teardown(kind: KIND!, name: String!): Boolean!`,
      ),
    );

    expect(kind?.operations).toMatchObject({
      create: [{ field: "configure", arguments: { ...own, spec: "$spec" } }],
      update: [{ field: "configure", arguments: { ...own, etag, spec: "$spec" } }],
      updateStatus: [{ field: "observe", arguments: { ...own, etag, status: "$status" } }],
      delete: [{ field: "teardown", arguments: own }],
    });
  });
});
