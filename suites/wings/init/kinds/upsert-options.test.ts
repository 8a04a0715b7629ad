import { buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";
import type { Hints } from "../schema/user-hints.ts";

/** Rows that are found by a generated id. An insertion can also compare the existing row. */
function looms(insertion: string): GraphQLSchema {
  return buildSchema(/* GraphQL */ `
    scalar uuid
    type looms {
      id: uuid!
      hall: String!
      code: String!
      revision: Int!
      warp: Int!
      yarn: String!
      run_speed: Int
      run_note: String
    }
    type changed {
      affected_rows: Int!
      returning: [looms!]!
    }
    input text_exp {
      _eq: String
      _in: [String!]
    }
    input id_exp {
      _eq: uuid
      _in: [uuid!]
    }
    input int_exp {
      _eq: Int
      _gt: Int
    }
    input looms_exp {
      _and: [looms_exp!]
      id: id_exp
      hall: text_exp
      code: text_exp
      revision: int_exp
      warp: int_exp
      yarn: text_exp
      run_speed: int_exp
    }
    input looms_insert {
      hall: String
      code: String
      warp: Int
      yarn: String
    }
    input looms_set {
      warp: Int
      yarn: String
    }
    input looms_report {
      run_speed: Int
      run_note: String
    }
    enum looms_key {
      looms_pkey
    }
    input looms_clash {
      constraint: looms_key!
      update_columns: [String!]!
      where: looms_exp
    }
    type Query {
      looms(where: looms_exp, limit: Int, offset: Int): [looms!]!
      looms_by_pk(id: uuid!): looms
    }
    type Mutation {
      ${insertion}
      update_looms(where: looms_exp!, _set: looms_set): changed
      report_looms(where: looms_exp!, _set: looms_report): changed
      delete_looms(where: looms_exp!): changed
    }
    type Subscription {
      looms(where: looms_exp): [looms!]!
    }
  `);
}

const insertion = "insert_looms_one(object: looms_insert!, on_conflict: looms_clash): looms";

it("does not take the filter of an upsert for the key of an existing object", () => {
  const { kinds } = inferDialect(looms(insertion), { name: "looms" }).dialect;

  expect(kinds.map(({ paths }) => paths)).toMatchObject([
    { name: "code", uid: "id", resourceVersion: "revision" },
  ]);
  expect(kinds[0]?.operations.create.map(({ id }) => id)).toEqual(["insert_looms_one"]);
  expect(kinds[0]?.operations.update.map(({ id }) => id)).toEqual(["update_looms"]);
});

it("finds the object of a write by its id if the filter compares ids", () => {
  const { kinds } = inferDialect(looms(insertion), { name: "looms" }).dialect;
  const where = { id: { _eq: "$uid" }, revision: { _eq: "$resourceVersion" } };

  expect(kinds[0]?.operations.update[0]?.arguments).toMatchObject({ where });
  expect(kinds[0]?.operations.updateStatus[0]?.arguments).toEqual({
    where,
    _set: { $members: "$status" },
  });
  expect(kinds[0]?.operations.delete[0]?.arguments).toEqual({ where });
  expect(kinds[0]?.operations.list[0]?.arguments).not.toHaveProperty("where.id");
});

it("keeps the given namespace of objects that are read by id", () => {
  const words: Hints["words"] = { name: "code", namespace: "hall", version: "revision" };
  const { kinds } = inferDialect(looms(insertion), {
    name: "looms",
    namespaces: ["east"],
    hints: { words, operations: [] },
  }).dialect;

  expect(kinds).toMatchObject([
    {
      scope: "namespaced",
      namespaces: ["east"],
      paths: { name: "code", namespace: "hall", uid: "id", resourceVersion: "revision" },
    },
  ]);
  expect(kinds[0]?.operations.create[0]?.arguments).toMatchObject({
    object: { code: "$name", hall: "$namespace" },
  });
});
