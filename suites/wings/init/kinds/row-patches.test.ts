import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

const source = /* GraphQL */ `
  scalar BigInt
  scalar UUID
  interface Node {
    nodeId: ID!
  }
  type Kiln implements Node {
    nodeId: ID!
    studio: String!
    name: String!
    id: UUID!
    revision: BigInt!
    heat: Int!
    phase: String
  }
  input KilnInput {
    studio: String!
    name: String!
    id: UUID
    revision: BigInt
    heat: Int!
    phase: String
  }
  input KilnPatch {
    studio: String
    name: String
    id: UUID
    revision: BigInt
    heat: Int
    phase: String
  }
  input CreateKilnInput {
    clientMutationId: String
    kiln: KilnInput!
  }
  input UpdateKilnInput {
    clientMutationId: String
    nodeId: ID!
    kilnPatch: KilnPatch!
  }
  input UpdateKilnByKeyInput {
    clientMutationId: String
    kilnPatch: KilnPatch!
    studio: String!
    name: String!
  }
  input DeleteKilnInput {
    clientMutationId: String
    nodeId: ID!
  }
  input DeleteKilnByKeyInput {
    clientMutationId: String
    studio: String!
    name: String!
  }
  type KilnPayload {
    clientMutationId: String
    kiln: Kiln
  }
  type KilnsConnection {
    nodes: [Kiln]!
  }
  enum KilnEventKind {
    INSERT
    UPDATE
    DELETE
  }
  type KilnSnapshot {
    studio: String!
    name: String!
    id: UUID!
    revision: BigInt!
    heat: Int!
    phase: String
  }
  type KilnEvent {
    kind: KilnEventKind!
    kiln: KilnSnapshot!
  }
  type Query {
    node(nodeId: ID!): Node
    kiln(nodeId: ID!): Kiln
    kilnByKey(studio: String!, name: String!): Kiln
    allKilns(first: Int): KilnsConnection
  }
  type Mutation {
    createKiln(input: CreateKilnInput!): KilnPayload
    updateKiln(input: UpdateKilnInput!): KilnPayload
    updateKilnByKey(input: UpdateKilnByKeyInput!): KilnPayload
    deleteKiln(input: DeleteKilnInput!): KilnPayload
    deleteKilnByKey(input: DeleteKilnByKeyInput!): KilnPayload
  }
  type Subscription {
    kilnChanges(studio: String!): KilnEvent!
  }
`;
const [kind] = inferDialect(buildSchema(source), { name: "rows" }).dialect.kinds;

it("writes no key into a patch if other arguments find the object", () => {
  expect(kind?.operations.update).toMatchObject([
    {
      id: "updateKilnByKey",
      arguments: {
        input: {
          kilnPatch: { revision: "$resourceVersion", $members: "$spec" },
          studio: "$namespace",
          name: "$name",
        },
      },
    },
  ]);
  expect(JSON.stringify(kind?.operations.update)).not.toContain('"kilnPatch":{"studio"');
});

it("uses no operation that finds objects by an id other than the uid", () => {
  expect(kind?.paths.uid).toBe("id");
  expect(kind?.operations.read.map(({ id }) => id)).toEqual(["kilnByKey"]);
  expect(kind?.operations.delete.map(({ id }) => id)).toEqual(["deleteKilnByKey"]);
});

it("watches objects of another type with the fields of the kind", () => {
  expect(kind?.type).toBeUndefined();
  expect(kind?.operations.watch).toMatchObject([
    {
      id: "kilnChanges",
      arguments: { studio: "$namespace" },
      type: { path: "kind", names: { INSERT: "ADDED", UPDATE: "MODIFIED", DELETE: "DELETED" } },
      object: "kiln",
    },
  ]);
});

it.each(["id: UUID!", "heat: Int!", "phase: String"])(
  "watches no objects that lack a field: %s",
  (missing) => {
    const snapshot = /type KilnSnapshot \{[^}]*\}/u;
    const without = source.replace(snapshot, (type) => type.replace(missing, ""));
    const [shown] = inferDialect(buildSchema(without), { name: "rows" }).dialect.kinds;

    expect(without).not.toBe(source);
    expect(shown?.operations.watch).toEqual([]);
  },
);

it("reads no object through an interface if events have another type", () => {
  const schema = buildSchema(source.replace("node(nodeId: ID!)", "node(id: UUID!)"));
  const { dialect } = inferDialect(schema, { name: "rows" });
  const [found] = dialect.kinds;
  expect(found?.operations.read.map(({ id }) => id)).toEqual(["kilnByKey"]);
  expect(found?.operations.watch.map(({ id }) => id)).toEqual(["kilnChanges"]);
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
});
