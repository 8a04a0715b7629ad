import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

const objects = /* GraphQL */ `
  type Kiln {
    site: String!
    name: String!
    id: ID!
    revision: Int!
    plan: Plan!
    facts: Facts
  }
  type Plan {
    heat: Int!
  }
  type Facts {
    heat: Int
    lit: Boolean
  }
  input PlanInput {
    heat: Int!
  }
  input FactsInput {
    heat: Int
    lit: Boolean
  }
  type Failure {
    code: Int!
    message: String!
  }
  type Operation {
    id: ID!
    done: Boolean!
    error: Failure
    kiln: Kiln
  }
`;

function kilnOf(types: string) {
  const schema = buildSchema(`${objects} ${types}`);
  const { dialect } = inferDialect(schema, { name: "kilns", namespaces: ["north"] });
  return { kinds: dialect.kinds, problems: prepareDialect(schema, dialect).problems };
}

it("waits for a long-running operation", () => {
  const { kinds, problems } = kilnOf(/* GraphQL */ `
    type Query {
      kiln(site: String!, name: String!): Kiln
      operation(id: ID!): Operation
    }
    type Begun {
      operation: Operation!
    }
    type Mutation {
      createKiln(site: String!, name: String!, plan: PlanInput!): Operation!
      refitKiln(site: String!, name: String!, revision: Int!, plan: PlanInput!): Begun!
      measureKiln(site: String!, name: String!, revision: Int!, facts: FactsInput!): Kiln!
      deleteKiln(site: String!, name: String!): Boolean!
    }
  `);
  const wait = {
    field: "operation",
    arguments: { id: "$operation" },
    until: { path: "done" },
    result: "kiln",
  };

  expect(kinds.map(({ name }) => name)).toEqual(["Kiln"]);
  expect(kinds[0]?.paths).toMatchObject({ spec: "plan", status: "facts" });
  expect(kinds[0]?.operations).toMatchObject({
    create: [{ id: "createKiln", result: null, wait: { ...wait, operation: "id" } }],
    update: [{ id: "refitKiln", result: null, wait: { ...wait, operation: "operation.id" } }],
    updateStatus: [{ id: "measureKiln", result: "" }],
  });
  expect(kinds[0]?.operations.updateStatus[0]).not.toHaveProperty("wait");
  expect(problems).toEqual([]);
});

it("is not confused by objects that are done and refer to another object", () => {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      todo(list: String!, name: String!): Todo
    }
    type User {
      id: ID!
      login: String!
    }
    type Todo {
      list: String!
      name: String!
      id: ID!
      version: Int!
      text: String!
      done: Boolean
      assignee: User
    }
    type Mutation {
      addTodo(list: String!, name: String!, text: String!): Todo!
      editTodo(list: String!, name: String!, version: Int!, text: String!): Todo!
      markTodo(list: String!, name: String!, version: Int!, done: Boolean): Todo!
      dropTodo(list: String!, name: String!): Boolean!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "todos", namespaces: ["home"] });

  expect(dialect.kinds[0]?.operations.create).toMatchObject([{ id: "addTodo", result: "" }]);
});
