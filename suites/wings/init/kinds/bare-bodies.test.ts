import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

/** A schema whose mutations take JSON under a name that says nothing about its content. */
function schemaWith(create: string): ReturnType<typeof buildSchema> {
  return buildSchema(/* GraphQL */ `
    scalar JSON
    type Turbine {
      site: String!
      name: String!
      serial: ID!
      rev: String!
      intent: JSON!
      observation: JSON
      tags: JSON
    }
    type Query {
      turbine(site: String!, name: String!): Turbine
      turbines(site: String): [Turbine!]!
    }
    type Mutation {
      ${create}
      changeTurbine(site: String!, name: String!, rev: String!, body: JSON!): Turbine!
      observeTurbine(site: String!, name: String!, rev: String!, body: JSON!): Turbine!
      removeTurbine(site: String!, name: String!, rev: String): Turbine
    }
  `);
}

it("sends only the spec or the status in a body next to the name", () => {
  const schema = schemaWith("createTurbine(site: String!, name: String!, body: JSON!): Turbine!");
  const { dialect } = inferDialect(schema, { name: "turbines", namespaces: ["alpha"] });
  const [turbine] = dialect.kinds;
  const key = { site: "$namespace", name: "$name" };

  expect(turbine).toMatchObject({
    paths: { spec: "intent", status: "observation", labels: "tags", resourceVersion: "rev" },
    operations: {
      create: [{ arguments: { ...key, body: "$spec" } }],
      update: [{ arguments: { ...key, rev: "$resourceVersion", body: "$spec" } }],
      updateStatus: [{ arguments: { ...key, rev: "$resourceVersion", body: "$status" } }],
    },
  });
});

it("sends the whole object in a body without a name next to it", () => {
  const schema = schemaWith("createTurbine(site: String!, body: JSON!): Turbine!");
  const { dialect } = inferDialect(schema, { name: "turbines", namespaces: ["alpha"] });
  const [turbine] = dialect.kinds;

  expect(turbine?.operations.create[0]?.arguments).toMatchObject({
    site: "$namespace",
    body: { name: "$name", site: "$namespace" },
  });
});
