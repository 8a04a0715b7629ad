import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

/** Two kinds with types that have a longer name than the fields that return them. */
function kindsWith(suffix: string): readonly KindDialect[] {
  const kind = (name: string, plural: string): string => /* GraphQL */ `
    type ${name}${suffix} {
      documentId: ID!
      attributes: ${name}!
    }
    type ${name} {
      slug: String!
      watts: Int
      seal: String!
      state: ${name}State
    }
    type ${name}State {
      phase: String
    }
    input ${name}Input {
      slug: String
      watts: Int
    }
    input ${name}StateInput {
      phase: String
    }
    extend type Query {
      ${name.toLowerCase()}(documentId: ID!): ${name}${suffix}
      ${plural}: [${name}${suffix}!]!
    }
    extend type Mutation {
      create${name}(data: ${name}Input!): ${name}${suffix}!
      update${name}(documentId: ID!, seal: String, data: ${name}Input!): ${name}${suffix}!
      report${name}(documentId: ID!, seal: String!, data: ${name}StateInput!): ${name}${suffix}!
      delete${name}(documentId: ID!): Removal!
    }
  `;
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      ping: Boolean
    }
    type Mutation {
      ping: Boolean
    }
    type Removal {
      documentId: ID!
    }
    ${kind("Lamp", "lamps")}
    ${kind("Battery", "batteries")}
  `);
  return inferDialect(schema, { name: "spoken" }).dialect.kinds;
}

it.each(["Entity", "Record", "GQL"])("finds deletions by the name without %s", (suffix) => {
  const found = kindsWith(suffix).map(({ operations }) => operations.delete.map(({ id }) => id));

  expect(found).toEqual([["deleteLamp"], ["deleteBattery"]]);
});

it("reads the content next to an id with an unusual name", () => {
  const [lamp] = kindsWith("Entity");

  expect(lamp?.paths).toMatchObject({
    name: "attributes.slug",
    uid: "documentId",
    resourceVersion: "attributes.seal",
    spec: { watts: "attributes.watts" },
    status: "attributes.state",
  });
});
