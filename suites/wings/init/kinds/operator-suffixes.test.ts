import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

/** Inputs that are named after a field and an operator, as of version 6 of the Neo4j GraphQL library. */
const schema = buildSchema(`
  type Bed { id: ID! code: String! size: Int! ward: String! load: Int edition: Int! }
  input BedCreate { code: String! size: Int! ward: String! }
  input BedUpdate { size_SET: Int size_INCREMENT: Int ward_SET: String }
  input BedReading { load_SET: Int }
  input BedWhere {
    OR: [BedWhere!]
    id_EQ: ID
    id_IN: [ID!]
    code_EQ: String
    code_CONTAINS: String
    edition_EQ: Int
    edition_GT: Int
  }
  type Beds { beds: [Bed!]! }
  type Deleted { nodesDeleted: Int! }
  type Query { beds(where: BedWhere, limit: Int, offset: Int): [Bed!]! }
  type Mutation {
    createBeds(input: [BedCreate!]!): Beds!
    updateBeds(where: BedWhere, update: BedUpdate): Beds!
    observeBeds(where: BedWhere, update: BedReading): Beds!
    deleteBeds(where: BedWhere): Deleted!
  }
`);

it("sends the inputs with their operators, and each field of a spec or a status on its own", () => {
  const { dialect } = inferDialect(schema, { name: "beds" });
  const [bed] = dialect.kinds;
  const where = { id_EQ: "$uid", edition_EQ: "$resourceVersion" };

  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  expect(bed?.paths).toMatchObject({ name: "code", uid: "id", resourceVersion: "edition" });
  expect(bed?.operations).toMatchObject({
    read: [{ arguments: { where: { id_EQ: "$uid" } } }],
    update: [{ arguments: { where, update: { size_SET: "$spec.size", ward_SET: "$spec.ward" } } }],
    updateStatus: [{ arguments: { where, update: { load_SET: "$status.load" } } }],
    delete: [{ field: "deleteBeds" }],
  });
});

it("keeps a name that another input has without an operator", () => {
  const other = buildSchema(`
    type Lamp { id: ID! code: String! version: Int! watts: Int! hours: Int }
    input LampInput { code: String! watts: Int! }
    input LampUpdate { watts: Int watts_SET: Int }
    type Query { lamp(code: String!): Lamp }
    type Mutation {
      createLamp(input: LampInput!): Lamp!
      updateLamp(code: String!, version: Int!, input: LampUpdate!): Lamp!
      reportLamp(code: String!, version: Int!, hours: Int): Lamp!
    }
  `);
  const [lamp] = inferDialect(other, { name: "lamps" }).dialect.kinds;

  expect(lamp?.operations.update).toMatchObject([
    { arguments: { input: { watts: "$spec.watts" } } },
  ]);
});
