import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

/** A kind whose status is a related record that a mutation writes through an input with nested operations. */
function kilnWith(operations: string, extra = ""): KindDialect | undefined {
  const schema = buildSchema(/* GraphQL */ `
    type Kiln {
      id: ID!
      code: String!
      tenant: String!
      heat: Int!
      memo: String
      bricks: [String!]!
      revision: Int!
      rowVersion: Int!
      createdAt: String!
      status: KilnStatus
    }
    type KilnStatus {
      id: ID!
      phase: String
      memo: String
      seen: Int
      faults: [Fault!]!
    }
    type Fault {
      code: String!
    }
    input FaultInput {
      code: String!
    }
    input IntFilter {
      equals: Int
      gt: Int
    }
    input StringFilter {
      equals: String
    }
    input SetInt {
      set: Int
      increment: Int
    }
    input SetString {
      set: String
    }
    input SetStrings {
      set: [String!]
      push: [String!]
    }
    input SetFaults {
      set: [FaultInput!]
      push: [FaultInput!]
    }
    input KilnKey {
      code: String!
      tenant: String!
    }
    input KilnWhereUnique {
      id: ID
      code_tenant: KilnKey
      rowVersion: IntFilter
    }
    input KilnWhere {
      tenant: StringFilter
      code: StringFilter
    }
    input KilnCreate {
      code: String!
      tenant: String!
      heat: Int!
      memo: String
      bricks: [String!]
      ${extra}
    }
    input KilnUpdate {
      heat: SetInt
      memo: SetString
      bricks: SetStrings
    }
    input KilnStatusCreate {
      phase: String
      memo: String
      seen: Int
      faults: [FaultInput!]
    }
    input KilnStatusCreateNested {
      create: KilnStatusCreate
    }
    input KilnStatusUpdate {
      phase: SetString
      memo: SetString
      seen: SetInt
      faults: SetFaults
    }
    input KilnStatusUpsert {
      create: KilnStatusCreate!
      update: KilnStatusUpdate!
    }
    input KilnStatusNested {
      ${operations}
    }
    input KilnWithStatus {
      status: KilnStatusNested!
    }
    type Query {
      findUniqueKiln(where: KilnWhereUnique!): Kiln
      findManyKiln(where: KilnWhere, take: Int, skip: Int): [Kiln!]!
    }
    type Mutation {
      createOneKiln(data: KilnCreate!): Kiln!
      updateOneKiln(where: KilnWhereUnique!, data: KilnUpdate!): Kiln
      updateOneKilnStatus(where: KilnWhereUnique!, data: KilnWithStatus!): Kiln
      deleteOneKiln(where: KilnWhereUnique!): Kiln
    }
  `);
  const { dialect } = inferDialect(schema, { name: "kilns", namespaces: ["north"] });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  return dialect.kinds[0];
}

const where = {
  code_tenant: { code: "$name", tenant: "$namespace" },
  rowVersion: { equals: "$resourceVersion" },
};

const assigned = {
  phase: { set: "$status.phase" },
  memo: { set: "$status.memo" },
  seen: { set: "$status.seen" },
  faults: { set: "$status.faults" },
};

it.each([
  { operations: "update: KilnStatusUpdate!", sent: { update: assigned } },
  { operations: "update: KilnStatusUpdate, delete: Boolean", sent: { update: assigned } },
  {
    operations: "create: KilnStatusCreate, update: KilnStatusUpdate, upsert: KilnStatusUpsert",
    sent: { upsert: { create: "$status", update: assigned } },
  },
])("writes a related status through its operations: $operations", ({ operations, sent }) => {
  const kiln = kilnWith(operations);

  expect(kiln?.paths).toMatchObject({
    spec: { heat: "heat", memo: "memo", bricks: "bricks" },
    status: { phase: "status.phase", memo: "status.memo", faults: "status.faults" },
  });
  expect(kiln?.operations.updateStatus).toMatchObject([
    { id: "updateOneKilnStatus", arguments: { where, data: { status: sent } } },
  ]);
  expect(kiln?.samples.statuses[0]).toMatchObject({ faults: [{ code: "code-a" }] });
});

it("takes the field that filters of writes compare for the version", () => {
  const kiln = kilnWith("update: KilnStatusUpdate!");

  expect(kiln?.paths).toMatchObject({ resourceVersion: "rowVersion", generation: "revision" });
  expect(kiln?.operations.update).toMatchObject([{ arguments: { where } }]);
  expect(kiln?.operations.delete).toMatchObject([{ arguments: { where } }]);
  expect(kiln?.operations.read[0]?.arguments).toEqual({
    where: { code_tenant: where.code_tenant },
  });
});

it("keeps the optional fields of a spec if create mutations also take a status", () => {
  const kiln = kilnWith("update: KilnStatusUpdate!", "status: KilnStatusCreateNested");

  expect(kiln?.paths.spec).toEqual({ heat: "heat", memo: "memo", bricks: "bricks" });
});
