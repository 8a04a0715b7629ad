import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

const schema = buildSchema(/* GraphQL */ `
  scalar bigint
  scalar jsonb
  scalar uuid
  type lathe {
    id: uuid!
    shop: String!
    tag: String!
    revision: bigint!
    labels: jsonb!
    rpm: Int
    bench: String
    telemetry: lathe_telemetry
  }
  type lathe_telemetry {
    speed: Int
    faults: [String!]
  }
  input text_exp {
    _eq: String
    _in: [String!]
  }
  input bigint_exp {
    _eq: bigint
    _gt: bigint
  }
  input jsonb_exp {
    _contains: jsonb
    _has_key: String
  }
  input lathe_exp {
    _and: [lathe_exp!]
    shop: text_exp
    tag: text_exp
    revision: bigint_exp
    labels: jsonb_exp
  }
  input lathe_insert {
    shop: String
    tag: String
    labels: jsonb
    rpm: Int
    bench: String
  }
  input lathe_set {
    labels: jsonb
    rpm: Int
    bench: String
  }
  input telemetry_set {
    speed: Int
    faults: [String!]
  }
  type lathe_response {
    affected_rows: Int!
    returning: [lathe!]!
  }
  type Query {
    lathe(where: lathe_exp, limit: Int, offset: Int): [lathe!]!
    lathe_by_pk(shop: String!, tag: String!): lathe
  }
  type Mutation {
    insert_lathe_one(object: lathe_insert!): lathe
    update_lathe(where: lathe_exp!, _set: lathe_set): lathe_response
    update_lathe_telemetry(where: lathe_exp!, _set: telemetry_set!): lathe_response
    delete_lathe_by_pk(shop: String!, tag: String!): lathe
  }
  type Subscription {
    lathe(where: lathe_exp): [lathe!]!
  }
`);

it("sends the expected version in the filter that finds the object", () => {
  const { kinds } = inferDialect(schema, { name: "lathes", namespaces: ["west"] }).dialect;
  const where = {
    shop: { _eq: "$namespace" },
    tag: { _eq: "$name" },
    revision: { _eq: "$resourceVersion" },
  };

  expect(kinds.map(({ paths }) => paths)).toMatchObject([
    { name: "tag", namespace: "shop", resourceVersion: "revision", status: "telemetry" },
  ]);
  expect(kinds[0]?.operations).toMatchObject({
    update: [{ arguments: { where } }],
    updateStatus: [{ arguments: { where, _set: "$status" } }],
  });
});

it("selects by labels in a filter, and compares no versions in lists", () => {
  const { kinds } = inferDialect(schema, { name: "lathes", namespaces: ["west"] }).dialect;
  const where = { shop: { _eq: "$namespace" }, labels: { _contains: "$selector" } };

  expect(kinds[0]?.operations.list[0]?.arguments).toMatchObject({ where });
  expect(kinds[0]?.operations.watch[0]?.arguments).toEqual({ where });
});
