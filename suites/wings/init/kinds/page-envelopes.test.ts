import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";
import type { Inference } from "./infer-dialect.ts";

function inferWith(list: string, types: string): Inference {
  const schema = buildSchema(`
    type Query { kiln(name: String!): Kiln kilns(${list}): Rows! }
    ${types}
    type Kiln { uid: ID! name: String! version: String! spec: Spec! status: Status }
    type Spec { degrees: Int! }
    type Status { heat: Int }
    input SpecInput { degrees: Int! }
    input StatusInput { heat: Int }
    type Mutation {
      createKiln(name: String!, spec: SpecInput!): Kiln!
      updateKiln(name: String!, version: String!, spec: SpecInput!): Kiln!
      reportKiln(name: String!, version: String!, status: StatusInput!): Kiln!
      deleteKiln(name: String!): Boolean!
    }
  `);
  return inferDialect(schema, { name: "kilns" });
}

it.each([
  {
    why: "a token next to the rows",
    list: "page: String",
    types: "type Rows { rows: [Kiln!]! nextPage: String }",
    wants: { arguments: { page: "$page" }, items: "rows", pages: { next: "nextPage" } },
  },
  {
    why: "a token in an object next to the rows",
    list: "from: String",
    types: "type Rows { rows: [Kiln!]! pageInfo: Info! } type Info { next: String more: Boolean! }",
    wants: {
      arguments: { from: "$page" },
      items: "rows",
      pages: { next: "pageInfo.next", more: "pageInfo.more" },
    },
  },
  {
    why: "a token in an input object",
    list: "paging: Paging",
    types: `input Paging { token: String size: Int }
      type Rows { rows: [Kiln!]! meta: Info! } type Info { nextToken: String }`,
    wants: {
      arguments: { paging: { token: "$page" } },
      items: "rows",
      pages: { next: "meta.nextToken" },
    },
  },
  {
    why: "an unusual token with the name of its argument",
    list: "bookmark: String",
    types: "type Rows { rows: [Kiln!]! bookmark: String hasMore: Boolean! }",
    wants: {
      arguments: { bookmark: "$page" },
      items: "rows",
      pages: { next: "bookmark", more: "hasMore" },
    },
  },
])("finds the pages of a list in an envelope: $why", ({ list, types, wants }) => {
  const [kind] = inferWith(list, types).dialect.kinds;
  expect(kind?.operations.list).toMatchObject([wants]);
});

it("leaves the place of an unknown token to a trial", () => {
  const { dialect, guesses } = inferWith("after: ID", "type Rows { rows: [Kiln!]! last: ID }");
  expect(dialect.kinds[0]?.operations.list[0]).not.toHaveProperty("pages");
  expect(guesses).toContainEqual(
    expect.objectContaining({
      path: ["kinds", "Kiln", "operations", "list", "kilns", "pages"],
      alternatives: ["after"],
    }),
  );
});
