import { buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";
import { unknownFields } from "../operations/given-fields.ts";

function schemaWith(mutation: string): GraphQLSchema {
  return buildSchema(`
    type Query { kiln(site: String!, code: String!): Kiln  kilns(site: String!): [Kiln!]! }
    type Kiln { id: ID! site: String! code: String! rev: Int! wish: Wish! facts: Facts }
    type Wish { heat: Int! }
    type Facts { warmth: Int lit: Boolean }
    input WishInput { heat: Int! }
    input FactsInput { warmth: Int lit: Boolean }
    input Build { site: String! code: String! wish: WishInput! }
    input Retune { site: String! code: String! rev: Int! wish: WishInput! }
    input Report { site: String! code: String! rev: Int! facts: FactsInput! }
    input Raze { site: String! code: String! rev: Int }
    ${mutation}
  `);
}

function kindIn(schema: GraphQLSchema): KindDialect | undefined {
  const { dialect } = inferDialect(schema, { name: "kilns" });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  return dialect.kinds[0];
}

const commands = "{ build: Build retune: Retune report: Report raze: Raze }";

describe.each([
  {
    where: "an argument",
    mutation: `
      input Command ${commands}
      type Mutation { dispatch(command: Command!): Kiln! }`,
    within: (command: object): object => ({ command }),
  },
  {
    where: "an object inside an argument",
    mutation: `
      input Command ${commands}
      input Dispatch { clientMutationId: String command: Command! }
      type Mutation { dispatch(input: Dispatch!): Kiln! }`,
    within: (command: object): object => ({ input: { command } }),
  },
  {
    where: "a list of commands",
    mutation: `
      input Command ${commands}
      type Mutation { dispatch(commands: [Command!]!): [Kiln!]! }`,
    within: (command: object): object => ({ commands: command }),
  },
])("a choice of commands in $where", ({ mutation, within }) => {
  const schema = schemaWith(mutation);
  const key = { site: "$namespace", code: "$name" };
  const rev = "$resourceVersion";

  it("is one operation for each command", () => {
    const field = "dispatch";
    expect(kindIn(schema)?.operations).toMatchObject({
      create: [
        { id: "dispatch.build", field, arguments: within({ build: { ...key, wish: "$spec" } }) },
      ],
      update: [
        {
          id: "dispatch.retune",
          field,
          arguments: within({ retune: { ...key, rev, wish: "$spec" } }),
        },
      ],
      updateStatus: [
        {
          id: "dispatch.report",
          field,
          arguments: within({ report: { ...key, rev, facts: "$status" } }),
        },
      ],
      delete: [{ id: "dispatch.raze", field, arguments: within({ raze: key }) }],
    });
  });

  it("may be named by the user, as a whole and in parts", () => {
    const given = [
      { verb: "update", kind: "Kiln", field: "dispatch.retune" },
      { verb: "create", kind: "Kiln", field: "dispatch" },
      { verb: "delete", kind: "Kiln", field: "dispatch.burn" },
    ] as const;
    expect(unknownFields(schema, given).map(({ field }) => field)).toEqual(["dispatch.burn"]);
  });
});

it("takes the spec and the status of one write for no commands", () => {
  const schema = schemaWith(`
    input Content { wish: WishInput facts: FactsInput }
    type Mutation {
      addKiln(site: String!, code: String!, wish: WishInput!): Kiln!
      changeKiln(site: String!, code: String!, rev: Int!, content: Content!): Kiln!
      dropKiln(site: String!, code: String!): Kiln!
    }
  `);
  expect(kindIn(schema)?.operations.update).toMatchObject([{ id: "changeKiln" }]);
});
