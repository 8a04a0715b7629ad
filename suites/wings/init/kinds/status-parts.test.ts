import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function schemaWith(started: string, done: string): ReturnType<typeof buildSchema> {
  return buildSchema(/* GraphQL */ `
    type Query {
      build(name: String!): Build
      builds: [Build!]!
    }
    type Mutation {
      createBuild(name: String!, spec: BuildSpecInput!): Build!
      updateBuild(name: String!, version: String!, spec: BuildSpecInput!): Build!
      reportStarted(${started}): Build!
      reportDone(${done}): Build!
      deleteBuild(name: String!): Build
    }
    type Build {
      id: ID!
      name: String!
      version: String!
      spec: BuildSpec!
      status: BuildStatus
    }
    type BuildSpec {
      image: String!
    }
    type BuildStatus {
      worker: String
      attempts: Int
      exitCode: Int
      output: String
    }
    input BuildSpecInput {
      image: String!
    }
    input WholeInput {
      worker: String
      attempts: Int
      exitCode: Int
      output: String
    }
    input StartedInput {
      worker: String
      attempts: Int
    }
    input DoneInput {
      exitCode: Int
      output: String
    }
  `);
}

const key = "name: String!, version: String!";
const sent = { name: "$name", version: "$resourceVersion" };
const started = { worker: "$status.worker", attempts: "$status.attempts" };
const done = { exitCode: "$status.exitCode", output: "$status.output" };

it.each([
  {
    why: "each mutation takes a part in an input of its own",
    inputs: [`${key}, status: StartedInput!`, `${key}, status: DoneInput!`],
    expected: [
      { ...sent, status: started },
      { ...sent, status: done },
    ],
  },
  {
    why: "one mutation takes the whole status",
    inputs: [`${key}, status: WholeInput!`, `${key}, status: DoneInput!`],
    expected: [
      { ...sent, status: "$status" },
      { ...sent, status: done },
    ],
  },
  {
    why: "every mutation takes the whole status",
    inputs: [`${key}, status: WholeInput!`, `${key}, status: WholeInput!`],
    expected: [
      { ...sent, status: "$status" },
      { ...sent, status: "$status" },
    ],
  },
])("sends only the fields that the input has: $why", ({ inputs, expected }) => {
  const [first = "", second = ""] = inputs;
  const schema = schemaWith(first, second);
  const { dialect } = inferDialect(schema, { name: "builds" });
  const found = dialect.kinds[0]?.operations.updateStatus ?? [];

  expect(
    found.toSorted((one, other) => -one.id.localeCompare(other.id)).map((one) => one.arguments),
  ).toEqual(expected);
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
});
