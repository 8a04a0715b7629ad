import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

/** Inputs are copies of the objects, and subscriptions take the arguments of the list. */
const manifests = buildSchema(/* GraphQL */ `
  type Query {
    barge(harbor: String!, name: String!): Barge
    barges(harbor: String, limit: Int, continue: String): BargeList!
  }
  type BargeList {
    resourceVersion: String
    continue: String
    items: [Barge!]!
  }
  type Barge {
    apiVersion: String
    kind: String
    metadata: Meta
    spec: Spec
    status: Status
  }
  type Meta {
    name: String
    namespace: String
    uid: String
    resourceVersion: String
    generation: Int
  }
  type Spec {
    tons: Int
  }
  type Status {
    draft: Int
  }
  input BargeInput {
    apiVersion: String
    kind: String
    metadata: MetaInput
    spec: SpecInput
    status: StatusInput
  }
  input MetaInput {
    name: String
    namespace: String
    uid: String
    resourceVersion: String
    generation: Int
  }
  input SpecInput {
    tons: Int
  }
  input StatusInput {
    draft: Int
  }
  type Mutation {
    createBarge(namespace: String!, object: BargeInput!): Barge
    updateBarge(namespace: String!, name: String!, object: BargeInput!): Barge
    deleteBarge(namespace: String!, name: String!): Boolean
  }
  enum Change {
    ADDED
    MODIFIED
    DELETED
  }
  type BargeEvent {
    type: Change!
    object: Barge
  }
  type Subscription {
    barges(namespace: String, limit: Int, continue: String, resourceVersion: String): BargeEvent
  }
`);

const [barge] = inferDialect(manifests, { name: "barges" }).dialect.kinds;

it("sends the version of an object only in its own field, not in that of the API", () => {
  const [update] = barge?.operations.update ?? [];

  expect(update?.arguments["object"]).not.toHaveProperty("apiVersion");
  expect(update?.arguments["object"]).toMatchObject({
    metadata: { resourceVersion: "$resourceVersion" },
  });
});

it("starts a watch at one argument: the version, not the token of a page", () => {
  const [watch] = barge?.operations.watch ?? [];

  expect(watch?.arguments).toMatchObject({ resourceVersion: "$cursor" });
  expect(watch?.arguments).not.toHaveProperty("continue");
});
