import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

const schema = buildSchema(/* GraphQL */ `
  enum Airflow {
    FRONT
    BACK
  }
  type Rack {
    id: ID!
    slug: String!
    hall: String!
    stamp: Int!
    units: Int!
    airflow: Airflow!
    health: RackHealth
  }
  type RackHealth {
    watts: Int
    alarms: [String!]
  }
  input RackHealthRef {
    watts: Int
    alarms: [String!]
  }
  input AddRackInput {
    slug: String!
    hall: String!
    units: Int!
    airflow: Airflow!
  }
  input RackPatch {
    units: Int
    airflow: Airflow
  }
  input TextFilter {
    eq: String
    in: [String!]
  }
  input RackFilter {
    id: [ID!]
    slug: TextFilter
    hall: TextFilter
    and: [RackFilter!]
    not: RackFilter
  }
  input UpdateRackInput {
    filter: RackFilter!
    stamp: Int!
    set: RackPatch!
  }
  input UpdateRackHealthInput {
    filter: RackFilter!
    stamp: Int!
    set: RackHealthRef!
  }
  type RackPayload {
    rack: [Rack!]
    count: Int
  }
  type Query {
    getRack(id: ID!): Rack
    queryRack(filter: RackFilter, first: Int, offset: Int): [Rack!]
  }
  type Mutation {
    addRack(input: [AddRackInput!]!): RackPayload
    updateRack(input: UpdateRackInput!): RackPayload
    updateRackHealth(input: UpdateRackHealthInput!): RackPayload
    deleteRack(filter: RackFilter!): RackPayload
  }
`);

it("understands writes that accept lists, find by filters and return lists", () => {
  const { kinds } = inferDialect(schema, { name: "racks", namespaces: ["h1"] }).dialect;
  const filter = { id: "$uid" };

  expect(kinds.map(({ paths }) => paths)).toMatchObject([
    { name: "slug", namespace: "hall", uid: "id", resourceVersion: "stamp", status: "health" },
  ]);
  expect(kinds[0]?.operations).toMatchObject({
    create: [
      {
        arguments: { input: { slug: "$name", hall: "$namespace", $members: "$spec" } },
        result: "rack",
      },
    ],
    read: [{ field: "getRack", arguments: { id: "$uid" } }],
    list: [{ field: "queryRack", arguments: { filter: { hall: { eq: "$namespace" } } } }],
    update: [
      { arguments: { input: { filter, stamp: "$resourceVersion", set: { $members: "$spec" } } } },
    ],
    updateStatus: [{ arguments: { input: { filter, stamp: "$resourceVersion", set: "$status" } } }],
    delete: [{ arguments: { filter }, result: "rack" }],
  });
  expect(JSON.stringify(kinds[0]?.operations)).not.toContain('"not"');
});
