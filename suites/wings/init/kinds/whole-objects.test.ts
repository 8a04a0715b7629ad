import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

const schema = buildSchema(/* GraphQL */ `
  type Meta {
    name: String!
    namespace: String!
    resourceVersion: String!
  }
  type Spec {
    entry: String!
    retries: Int
  }
  type Status {
    phase: String!
  }
  type Run {
    metadata: Meta!
    spec: Spec!
    status: Status
  }
  input MetaInput {
    name: String!
    namespace: String!
    resourceVersion: String
  }
  input SpecInput {
    entry: String!
    retries: Int
  }
  input StatusInput {
    phase: String!
  }
  input NewRunInput {
    metadata: MetaInput!
    spec: SpecInput!
  }
  input RunInput {
    metadata: MetaInput!
    spec: SpecInput!
    status: StatusInput
  }
  type Query {
    getRun(namespace: String!, name: String!): Run
    listRuns(namespace: String!): [Run!]!
  }
  type Mutation {
    submitRun(run: NewRunInput!): Run!
    updateRun(run: RunInput!): Run!
    updateRunStatus(run: RunInput!): Run!
    deleteRun(namespace: String!, name: String!): Run!
  }
`);

const { dialect } = inferDialect(schema, { name: "runs", namespaces: ["red"] });
const [run] = dialect.kinds;
const metadata = { name: "$name", namespace: "$namespace", resourceVersion: "$resourceVersion" };

it("tells two writes of the whole object apart by their names", () => {
  expect(run?.operations).toMatchObject({
    create: [{ field: "submitRun" }],
    update: [{ field: "updateRun", arguments: { run: { metadata, spec: "$spec" } } }],
    updateStatus: [{ field: "updateRunStatus" }],
  });
});

it("sends the stored spec in a status write that requires a spec", () => {
  expect(run?.operations.updateStatus[0]?.arguments).toEqual({
    run: { metadata, spec: "$spec", status: "$status" },
  });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
});
