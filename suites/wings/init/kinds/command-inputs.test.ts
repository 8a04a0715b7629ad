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

describe.each([
  {
    where: "next to an object for each command",
    mutation: `
      enum Task { BUILD_KILN RETUNE REPORT_FACTS RAZE }
      input Command { task: Task! build: Build retune: Retune report: Report raze: Raze }
      type Mutation { dispatch(command: Command!): Kiln! }`,
    within: (body: string, content: object): object => ({ command: { [body]: content } }),
    task: (arguments_: object, value: string): object => ({
      command: { ...Object.values(arguments_)[0], task: value },
    }),
  },
  {
    where: "as an argument next to an argument for each command",
    mutation: `
      enum Task { BUILD_KILN RETUNE REPORT_FACTS RAZE }
      type Mutation { dispatch(task: Task!, build: Build, retune: Retune, report: Report, raze: Raze): Kiln! }`,
    within: (body: string, content: object): object => ({ [body]: content }),
    task: (arguments_: object, value: string): object => ({ ...arguments_, task: value }),
  },
])("an enum that selects a command, $where", ({ mutation, within, task }) => {
  const key = { site: "$namespace", code: "$name" };
  const rev = "$resourceVersion";

  it("is one operation for each of its values", () => {
    expect(kindIn(schemaWith(mutation))?.operations).toMatchObject({
      create: [{ arguments: task(within("build", { ...key, wish: "$spec" }), "BUILD_KILN") }],
      update: [{ arguments: task(within("retune", { ...key, rev, wish: "$spec" }), "RETUNE") }],
      updateStatus: [
        { arguments: task(within("report", { ...key, rev, facts: "$status" }), "REPORT_FACTS") },
      ],
      delete: [{ arguments: task(within("raze", key), "RAZE") }],
    });
  });
});

it("divides a payload that the commands of an enum share, by the names of the commands", () => {
  const schema = schemaWith(`
    enum Task { CREATE_KILN CHANGE_WISH REPORT_FACTS RAZE_KILN }
    input Payload { kilnId: ID rev: Int site: String code: String wish: WishInput facts: FactsInput }
    type Mutation { execute(task: Task!, payload: Payload!): Kiln! }
    extend type Query { kilnById(id: ID!): Kiln }
  `);
  const key = { kilnId: "$uid", rev: "$resourceVersion" };
  expect(kindIn(schema)?.operations).toMatchObject({
    create: [
      {
        id: "execute.createKiln",
        arguments: {
          task: "CREATE_KILN",
          payload: { site: "$namespace", code: "$name", wish: "$spec" },
        },
      },
    ],
    update: [{ arguments: { task: "CHANGE_WISH", payload: { ...key, wish: "$spec" } } }],
    updateStatus: [{ arguments: { task: "REPORT_FACTS", payload: { ...key, facts: "$status" } } }],
    delete: [{ arguments: { task: "RAZE_KILN", payload: key } }],
  });
});

it("takes an enum that is part of the object for no choice of commands", () => {
  const schema = schemaWith(`
    enum Fuel { GAS WOOD POWER }
    input Extra { fan: Boolean }
    type Mutation {
      addKiln(site: String!, code: String!, fuel: Fuel!, wish: WishInput!, gas: Extra, wood: Extra): Kiln!
      changeKiln(site: String!, code: String!, rev: Int!, wish: WishInput!): Kiln!
      dropKiln(site: String!, code: String!): Kiln!
    }
    extend type Kiln { fuel: Fuel! }
  `);
  expect(kindIn(schema)?.operations.create).toMatchObject([{ id: "addKiln" }]);
});
