import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

/** A schema in which each write can compare fields of the spec, next to the fields that it writes. */
const mills = buildSchema(/* GraphQL */ `
  type Query {
    mill(code: String!): Mill
    mills(where: MillFilter, limit: Int, offset: Int): [Mill!]!
  }
  type Subscription {
    mill(code: String!): Mill
    millUpdates: Mill
  }
  type Mill {
    id: ID!
    code: String!
    revision: Int!
    grain: String!
    stones: Int!
    reading: Reading
  }
  type Reading {
    rpm: Int
    mood: String
  }
  input TextTest {
    eq: String
    ne: String
    in: [String!]
  }
  input NumberTest {
    eq: Int
    lt: Int
    gt: Int
  }
  input MillFilter {
    and: [MillFilter!]
    code: TextTest
    revision: NumberTest
    grain: TextTest
    stones: NumberTest
  }
  input MillTest {
    grain: TextTest
    stones: NumberTest
  }
  input NewMill {
    code: String
    grain: String
    stones: Int
  }
  enum MillKey {
    MILL_CODE
  }
  input OnClash {
    key: MillKey!
    where: MillFilter
  }
  input MillChange {
    grain: String
    stones: Int
  }
  input ReadingInput {
    rpm: Int
    mood: String
  }
  input ChangeMill {
    filter: MillFilter!
    set: MillChange
    remove: MillChange
  }
  type ChangedMills {
    mill: [Mill]
    count: Int
  }
  type Mutation {
    createMill(mill: NewMill!, onClash: OnClash): Mill
    updateMill(input: ChangeMill!): ChangedMills
    changeMill(code: String!, revision: Int!, change: MillChange!, condition: MillTest): Mill
    reportMill(code: String!, revision: Int!, reading: ReadingInput!): Mill
    deleteMill(filter: MillFilter!): ChangedMills
  }
`);

const { dialect } = inferDialect(mills, { name: "mills" });
const [mill] = dialect.kinds;

it("does not write a spec where it is only compared", () => {
  expect(mill?.paths).toMatchObject({
    name: "code",
    resourceVersion: "revision",
    spec: { grain: "grain", stones: "stones" },
    status: "reading",
  });
  expect(mill?.operations.create.map((one) => one.arguments)).toEqual([
    { mill: { code: "$name", $members: "$spec" } },
  ]);
  expect(mill?.operations.update.map((one) => one.arguments)).toEqual([
    {
      input: {
        filter: { code: { eq: "$name" }, revision: { eq: "$resourceVersion" } },
        set: { $members: "$spec" },
      },
    },
    { code: "$name", revision: "$resourceVersion", change: { $members: "$spec" } },
  ]);
  expect(prepareDialect(mills, dialect).problems).toEqual([]);
});

it("does not watch the live form of a query for one object", () => {
  expect(mill?.operations.watch.map(({ field }) => field)).toEqual(["millUpdates"]);
});
