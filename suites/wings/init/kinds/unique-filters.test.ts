import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

const schema = buildSchema(/* GraphQL */ `
  scalar DateTime
  scalar JSON
  type Query {
    silo(where: SiloWhereUniqueInput!): Silo
    silos(
      where: SiloWhereInput! = {}
      orderBy: [SiloOrderByInput!]! = []
      take: Int
      skip: Int! = 0
    ): [Silo!]
    silosCount(where: SiloWhereInput! = {}): Int
  }
  type Silo {
    id: ID!
    farm: String
    name: String
    capacity: Int
    sealed: Boolean
    fill: SiloFill
    version: Int
    createdAt: DateTime
    updatedAt: DateTime
  }
  type SiloFill {
    level: Int
    temperature: Float
    alarms: [String!]
    state: SiloFillStateType
  }
  enum SiloFillStateType {
    empty
    filling
    full
  }
  input SiloWhereUniqueInput {
    id: ID
    name: String
  }
  input SiloWhereInput {
    AND: [SiloWhereInput!]
    OR: [SiloWhereInput!]
    NOT: [SiloWhereInput!]
    id: IDFilter
    name: StringFilter
    farm: StringFilter
    capacity: IntNullableFilter
  }
  input IDFilter {
    equals: ID
    in: [ID!]
    not: IDFilter
  }
  input StringFilter {
    equals: String
    in: [String!]
    contains: String
  }
  input IntNullableFilter {
    equals: Int
    gt: Int
  }
  input SiloOrderByInput {
    id: OrderDirection
    name: OrderDirection
  }
  enum OrderDirection {
    asc
    desc
  }
  input SiloCreateInput {
    farm: String
    name: String
    capacity: Int
    sealed: Boolean
  }
  input SiloUpdateInput {
    capacity: Int
    sealed: Boolean
    version: Int
  }
  input SiloFillInput {
    level: Int
    temperature: Float
    alarms: [String!]
    state: SiloFillStateType
  }
  input SiloUpdateArgs {
    where: SiloWhereUniqueInput!
    data: SiloUpdateInput!
  }
  type Mutation {
    createSilo(data: SiloCreateInput!): Silo
    createSilos(data: [SiloCreateInput!]!): [Silo]
    updateSilo(where: SiloWhereUniqueInput!, data: SiloUpdateInput!): Silo
    updateSilos(data: [SiloUpdateArgs!]!): [Silo]
    reportSiloFill(where: SiloWhereUniqueInput!, version: Int, fill: SiloFillInput!): Silo
    deleteSilo(where: SiloWhereUniqueInput!): Silo
    deleteSilos(where: [SiloWhereUniqueInput!]!): [Silo]
  }
  type Subscription {
    siloChanged(where: SiloWhereInput): SiloChange!
  }
  type SiloChange {
    mutation: MutationType!
    node: Silo
    updatedFields: [String!]
    previousValues: SiloPreviousValues
  }
  type SiloPreviousValues {
    id: ID!
    farm: String
    name: String
    capacity: Int
    version: Int
  }
  enum MutationType {
    CREATED
    UPDATED
    DELETED
  }
`);

it("sends one of several unique keys, and creates several objects at once", () => {
  const { dialect } = inferDialect(schema, { name: "x", namespaces: [] });

  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  const [kind] = dialect.kinds;
  expect(kind?.paths).toMatchObject({ name: "name", uid: "id", resourceVersion: "version" });
  expect(kind?.paths.namespace).toBeUndefined();
  const where = { name: "$name" };
  expect(kind?.operations).toMatchObject({
    create: [{ field: "createSilo" }, { field: "createSilos" }],
    read: [
      { field: "silo", arguments: { where } },
      { field: "silo", arguments: { where: { id: "$uid" } } },
    ],
    update: [{ field: "updateSilo" }, { field: "updateSilos" }],
    delete: [{ field: "deleteSilo", arguments: { where } }, { field: "deleteSilos" }],
  });
  expect(kind?.operations.updateStatus.map((one) => one.arguments)).toEqual([
    { where, version: "$resourceVersion", fill: "$status" },
  ]);
});
