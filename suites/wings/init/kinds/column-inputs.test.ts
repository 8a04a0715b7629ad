import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

const schema = buildSchema(/* GraphQL */ `
  scalar Datetime
  scalar Cursor
  scalar BigInt
  interface Node {
    nodeId: ID!
  }
  type Query implements Node {
    query: Query!
    nodeId: ID!
    node(nodeId: ID!): Node
    allWells(
      first: Int
      last: Int
      offset: Int
      before: Cursor
      after: Cursor
      orderBy: [WellsOrderBy!] = [PRIMARY_KEY_ASC]
      condition: WellCondition
    ): WellsConnection
    wellById(id: BigInt!): Well
    wellByFieldAndName(field: String!, name: String!): Well
    well(nodeId: ID!): Well
  }
  enum WellsOrderBy {
    NATURAL
    PRIMARY_KEY_ASC
    PRIMARY_KEY_DESC
    NAME_ASC
  }
  input WellCondition {
    id: BigInt
    field: String
    name: String
  }
  type WellsConnection {
    nodes: [Well]!
    edges: [WellsEdge!]!
    pageInfo: PageInfo!
    totalCount: Int!
  }
  type WellsEdge {
    cursor: Cursor
    node: Well
  }
  type PageInfo {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: Cursor
    endCursor: Cursor
  }
  type Well implements Node {
    nodeId: ID!
    id: BigInt!
    field: String!
    name: String!
    depth: Int!
    casing: String!
    rowVersion: BigInt!
    createdAt: Datetime!
    wellReading: WellReading
  }
  type WellReading {
    pressure: Float
    flow: Int
    alarm: String
  }
  input WellInput {
    id: BigInt
    field: String!
    name: String!
    depth: Int!
    casing: String!
    rowVersion: BigInt
    createdAt: Datetime
  }
  input WellPatch {
    id: BigInt
    field: String
    name: String
    depth: Int
    casing: String
    rowVersion: BigInt
    createdAt: Datetime
  }
  input WellReadingInput {
    pressure: Float
    flow: Int
    alarm: String
  }
  input CreateWellInput {
    clientMutationId: String
    well: WellInput!
  }
  type CreateWellPayload {
    clientMutationId: String
    well: Well
    query: Query
    wellEdge(orderBy: [WellsOrderBy!] = [PRIMARY_KEY_ASC]): WellsEdge
  }
  input UpdateWellInput {
    clientMutationId: String
    nodeId: ID!
    wellPatch: WellPatch!
  }
  input UpdateWellByIdInput {
    clientMutationId: String
    wellPatch: WellPatch!
    id: BigInt!
  }
  input UpdateWellByFieldAndNameInput {
    clientMutationId: String
    wellPatch: WellPatch!
    field: String!
    name: String!
  }
  type UpdateWellPayload {
    clientMutationId: String
    well: Well
    query: Query
  }
  input RecordReadingInput {
    clientMutationId: String
    wellId: BigInt!
    expectedRowVersion: BigInt!
    reading: WellReadingInput!
  }
  type RecordReadingPayload {
    clientMutationId: String
    well: Well
    query: Query
  }
  input DeleteWellInput {
    clientMutationId: String
    nodeId: ID!
  }
  input DeleteWellByIdInput {
    clientMutationId: String
    id: BigInt!
  }
  type DeleteWellPayload {
    clientMutationId: String
    well: Well
    deletedWellId: ID
    query: Query
  }
  type Mutation {
    createWell(input: CreateWellInput!): CreateWellPayload
    updateWell(input: UpdateWellInput!): UpdateWellPayload
    updateWellById(input: UpdateWellByIdInput!): UpdateWellPayload
    updateWellByFieldAndName(input: UpdateWellByFieldAndNameInput!): UpdateWellPayload
    recordReading(input: RecordReadingInput!): RecordReadingPayload
    deleteWell(input: DeleteWellInput!): DeleteWellPayload
    deleteWellById(input: DeleteWellByIdInput!): DeleteWellPayload
  }
  type Subscription {
    query: Query!
    nodeId: ID!
    wellEvents(field: String): WellEvent
  }
  type WellEvent {
    event: String
    well: Well
  }
`);

it("tells the version and the ids of rows apart if inputs contain all columns", () => {
  const { dialect } = inferDialect(schema, { name: "x", namespaces: [] });

  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  const [kind] = dialect.kinds;
  expect(kind?.paths).toMatchObject({
    namespace: "field",
    name: "name",
    uid: "id",
    resourceVersion: "rowVersion",
    spec: { depth: "depth", casing: "casing" },
    status: "wellReading",
  });
  // No operation takes the id of a row for its global id.
  expect(kind?.operations).toMatchObject({
    read: [{ field: "wellByFieldAndName" }, { field: "wellById" }],
    update: [{ field: "updateWellById" }, { field: "updateWellByFieldAndName" }],
    updateStatus: [
      {
        field: "recordReading",
        arguments: {
          input: { wellId: "$uid", expectedRowVersion: "$resourceVersion", reading: "$status" },
        },
      },
    ],
    delete: [{ field: "deleteWellById", arguments: { input: { id: "$uid" } } }],
    watch: [{ field: "wellEvents", arguments: { field: "$namespace" } }],
  });
});
