import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

/** `deletion` is the mutation that may delete runners. It returns the repository. */
function deletionsIn(deletion: string): readonly object[] {
  const schema = buildSchema(/* GraphQL */ `
    type Repository { id: ID! name: String! title: String! }
    type Runner { id: ID! name: String! repository: String! revision: Int! image: String! status: RunnerStatus }
    type RunnerStatus { busy: Int phase: String }
    type RunnerPayload { runner: Runner }
    type RepositoryPayload { clientMutationId: String repository: Repository }
    type Query {
      repository(name: String!): Repository
      runner(repository: String!, name: String!): Runner
      runners(repository: String!): [Runner!]!
    }
    type Mutation {
      renameRepository(id: ID!, title: String!): RepositoryPayload
      createRunner(repository: String!, name: String!, image: String!): RunnerPayload
      updateRunner(id: ID!, revision: Int, image: String): RunnerPayload
      updateRunnerStatus(id: ID!, revision: Int!, busy: Int, phase: String): RunnerPayload
      ${deletion}(id: ID!): RepositoryPayload
    }
  `);
  const { dialect } = inferDialect(schema, { name: "test", namespaces: ["north"] });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  return dialect.kinds.find(({ name }) => name === "Runner")?.operations.delete ?? [];
}

it("recognizes a deletion that returns the owner of the object", () => {
  expect(deletionsIn("deleteRunner")).toMatchObject([
    { id: "deleteRunner", arguments: { id: "$uid" }, result: null },
  ]);
});

it.each(["deleteRepository", "removeRunnerFromRepository", "deleteRunnerImage"])(
  "takes no other deletion for it: %s",
  (field) => {
    expect(deletionsIn(field)).toEqual([]);
  },
);
