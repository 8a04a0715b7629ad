import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

const schema = buildSchema(/* GraphQL */ `
  type Query {
    cluster(name: String!): Cluster
    clusters: [Cluster!]!
  }
  type Cluster {
    name: String!
    resourceVersion: String!
    nodes: Int!
    version: String!
    conditions: [Condition!]!
    health: Health!
    endpoint: String
  }
  enum Health {
    UNKNOWN
    HEALTHY
    SICK
  }
  type Condition {
    type: String!
    status: String!
    reason: String
  }
  input ConditionInput {
    type: String!
    status: String!
    reason: String
  }
  input ClusterInput {
    nodes: Int!
    version: String!
  }
  type Mutation {
    createCluster(name: String!, cluster: ClusterInput!): Cluster!
    updateCluster(name: String!, resourceVersion: String!, cluster: ClusterInput!): Cluster!
    setClusterCondition(
      name: String!
      resourceVersion: String!
      condition: ConditionInput!
    ): Cluster!
    setClusterHealth(
      name: String!
      resourceVersion: String!
      health: Health!
      endpoint: String
    ): Cluster!
    deleteCluster(name: String!, resourceVersion: String): Cluster!
  }
`);

const { dialect } = inferDialect(schema, { name: "clusters", namespaces: [] });
const [kind] = dialect.kinds;

it("keeps a version of the requested software in the spec, next to the version of the object", () => {
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  expect(kind?.paths).toMatchObject({
    resourceVersion: "resourceVersion",
    spec: { nodes: "nodes", version: "version" },
  });
  expect(kind?.operations.create[0]?.arguments).toEqual({
    name: "$name",
    cluster: { $members: "$spec" },
  });
});

it("omits a mutation that adds an entry to a list, next to one that writes fields of the status", () => {
  expect(kind?.operations.updateStatus.map(({ field }) => field)).toEqual(["setClusterHealth"]);
});
