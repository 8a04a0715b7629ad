import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

it.each([
  { why: "a list in a union", all: "all: Listed!" },
  { why: "a field that only keeps the type from being empty", all: "all: Kilns! _empty: String" },
])("finds operations in groups with $why", ({ all }) => {
  const schema = buildSchema(`
    type Query { kilns: KilnQueries! }
    type KilnQueries { one(name: String!): Kiln ${all} }
    type Mutation { kilns: KilnMutations! }
    type KilnMutations {
      create(name: String!, spec: SpecInput!): Kiln!
      update(name: String!, version: String!, spec: SpecInput!): Kiln!
      report(name: String!, version: String!, status: StatusInput!): Kiln!
      delete(name: String!): Boolean!
      _service: String
    }
    union Listed = Kilns | Barred
    type Barred { why: String }
    type Kilns { kilns: [Kiln!]! }
    type Kiln { uid: ID! name: String! version: String! spec: Spec! status: Status }
    type Spec { degrees: Int! }
    type Status { heat: Int }
    input SpecInput { degrees: Int! }
    input StatusInput { heat: Int }
  `);
  const { dialect } = inferDialect(schema, { name: "kilns" });
  const [kind] = dialect.kinds;

  expect(kind?.operations).toMatchObject({
    create: [{ field: "kilns.create" }],
    read: [{ field: "kilns.one" }],
    list: [{ field: "kilns.all" }],
    update: [{ field: "kilns.update" }],
    updateStatus: [{ field: "kilns.report" }],
    delete: [{ field: "kilns.delete" }],
  });
  expect(() => prepareDialect(schema, dialect)).not.toThrow();
});
