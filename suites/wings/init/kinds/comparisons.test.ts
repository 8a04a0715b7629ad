import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

/** Each write can also compare fields of the spec with expected values. */
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

it("does not resume a live query from a number of skipped objects", () => {
  const live = buildSchema(/* GraphQL */ `
    type Query {
      vat(code: String!): Vat
      vats(limit: Int, offset: Int, after: ID): [Vat!]!
    }
    type Subscription {
      vats(limit: Int, offset: Int, after: ID): [Vat!]!
    }
    type Vat {
      id: ID!
      code: String!
      revision: Int!
      wish: VatWish!
      seen: VatSeen
    }
    type VatWish {
      litres: Int!
    }
    type VatSeen {
      litres: Int
    }
    input VatWishInput {
      litres: Int!
    }
    input VatSeenInput {
      litres: Int
    }
    type Mutation {
      createVat(code: String!, wish: VatWishInput!): Vat
      updateVat(id: ID!, revision: Int!, wish: VatWishInput!): Vat
      reportVat(id: ID!, revision: Int!, seen: VatSeenInput!): Vat
    }
  `);
  const [vat] = inferDialect(live, { name: "vats" }).dialect.kinds;

  expect(vat?.operations.watch).toMatchObject([{ field: "vats", shape: "collection" }]);
  expect(JSON.stringify(vat?.operations.watch)).not.toContain("$cursor");
});

it("finds objects by unique keys next to an expected version, not by the first one that fits a filter", () => {
  const kegs = buildSchema(/* GraphQL */ `
    scalar BigInt
    type Query {
      uniqueKeg(where: KegUnique!): Keg
      firstKeg(where: KegFilter, orderBy: [KegOrder!]): Keg
      kegs(where: KegFilter, skip: Int): [Keg!]!
    }
    type Keg {
      id: String!
      cellar: String!
      mark: String!
      revision: BigInt!
      litres: Int!
      tap: Tap
    }
    type Tap {
      poured: Int
    }
    enum KegOrder {
      MARK
    }
    input TextTest {
      equals: String
    }
    input KegFilter {
      cellar: TextTest
      mark: TextTest
    }
    input KegPair {
      cellar: String!
      mark: String!
    }
    input KegUnique {
      id: String
      pair: KegPair
      revision: BigInt
    }
    input KegInput {
      cellar: String!
      mark: String!
      litres: Int!
    }
    input KegChange {
      litres: Int
    }
    input TapInput {
      poured: Int
    }
    type Mutation {
      fillKeg(data: KegInput!): Keg!
      changeKeg(where: KegUnique!, data: KegChange!): Keg
      reportTap(where: KegUnique!, data: TapInput!): Keg
      drainKeg(where: KegUnique!): Keg
    }
  `);
  const [keg] = inferDialect(kegs, { name: "kegs" }).dialect.kinds;
  const pair = { cellar: "$namespace", mark: "$name" };

  expect(keg?.operations.read.map(({ field, arguments: sent }) => [field, sent])).toEqual([
    ["uniqueKeg", { where: { pair } }],
  ]);
  expect(keg?.operations.updateStatus).toMatchObject([
    { arguments: { where: { pair, revision: "$resourceVersion" } } },
  ]);
});
