import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

/** A status in a table of its own, as in Prisma, refers back to its object. */
const schema = buildSchema(/* GraphQL */ `
  type Kiln {
    id: String!
    yard: String!
    code: String!
    heat: Int!
    revision: Int!
    state: KilnState
  }
  type KilnState {
    kilnId: String!
    phase: String
    bricks: Int
    kiln: Kiln!
  }
  input IntFilter {
    equals: Int
    gt: Int
  }
  input SetInt {
    set: Int
    increment: Int
  }
  input SetString {
    set: String
  }
  input KilnKey {
    yard: String!
    code: String!
  }
  input KilnWhereUnique {
    id: String
    yard_code: KilnKey
    revision: IntFilter
  }
  input StateWhereUnique {
    kilnId: String
    kiln: KilnWhereUnique
  }
  input KilnCreate {
    yard: String!
    code: String!
    heat: Int!
  }
  input KilnUpdate {
    heat: SetInt
  }
  input StateUpdate {
    phase: SetString
    bricks: SetInt
  }
  type Query {
    kiln(where: KilnWhereUnique!): Kiln
    kilns(take: Int, skip: Int): [Kiln!]!
  }
  type Mutation {
    createOneKiln(data: KilnCreate!): Kiln!
    updateOneKiln(data: KilnUpdate!, where: KilnWhereUnique!): Kiln
    deleteOneKiln(where: KilnWhereUnique!): Kiln
    updateOneKilnState(
      data: StateUpdate!
      where: StateWhereUnique!
      expectedRevision: Int!
    ): KilnState
  }
`);

const { dialect } = inferDialect(schema, { name: "kilns", namespaces: ["north"] });
const [kiln] = dialect.kinds;

it("recognizes a status that refers back to its object", () => {
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  expect(kiln?.paths).toMatchObject({ status: { phase: "state.phase", bricks: "state.bricks" } });
  expect(kiln?.operations.updateStatus).toMatchObject([
    {
      field: "updateOneKilnState",
      arguments: { data: { phase: { set: "$status.phase" }, bricks: { set: "$status.bricks" } } },
    },
  ]);
});

it("compares the version only in the required argument", () => {
  const [report] = kiln?.operations.updateStatus ?? [];

  expect(report?.arguments).toMatchObject({
    where: { kiln: { yard_code: { yard: "$namespace", code: "$name" } } },
    expectedRevision: "$resourceVersion",
  });
  expect(JSON.stringify(report?.arguments["where"])).not.toContain("$resourceVersion");
  expect(kiln?.operations.update).toMatchObject([
    { arguments: { where: { revision: { equals: "$resourceVersion" } } } },
  ]);
});
