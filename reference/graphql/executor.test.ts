import { buildSchema, execute, isObjectType, parse } from "graphql";
import type { GraphQLSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { Executor } from "./executor.ts";

const sdl = `
  type Query { thing(name: String!, tags: [Int!]): Thing, must: Thing! }
  type Mutation { change(name: String!): Thing }
  type Thing {
    id: ID!
    count: Int
    color: Color
    tags: [String!]
    rows: [[Int]]
    owner: Thing
    parts: [Thing!]
    spare: [Thing]
    near(by: Int): Int
    live: Int
  }
  enum Color { RED BLUE }
`;

function serving(answer: () => unknown): GraphQLSchema {
  const schema = buildSchema(sdl);
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) field.resolve = answer;
  }
  const thing = schema.getType("Thing");
  const live = isObjectType(thing) ? thing.getFields()["live"] : undefined;
  if (live !== undefined) live.resolve = () => 7;
  return schema;
}

function refuse(): never {
  throw new Error("refused");
}

const whole = {
  id: "1",
  count: 3,
  color: "RED",
  tags: ["a"],
  rows: [[1, null], null, []],
  owner: { id: 2 },
  parts: [{ id: "3", parts: [] }],
  spare: [null, { id: "4" }],
};

const values: readonly (readonly [string, unknown])[] = [
  ["a value that fits", whole],
  ["nothing", null],
  ["no members at all", {}],
  ["no object", "text"],
  ["a missing member that is required, where null may stand above it", { id: "1", owner: {} }],
  ["a null in a list that has none", { id: "1", tags: ["a", null] }],
  ["an object that does not fit, in a list that has no null", { id: "1", parts: [{}, whole] }],
  ["objects that do not fit, in a list that may have nulls", { id: "1", spare: [{}, whole, {}] }],
  ["values of other types", { id: {}, count: "many", color: "GREEN", tags: [{}], rows: [["x"]] }],
  ["mistakes on several levels", { id: "1", count: "x", owner: { id: "2", color: 1, owner: {} } }],
];

const members =
  "id count color tags rows owner { id color owner { id } } parts { id } spare { key: id }";

const documents: readonly (readonly [string, string])[] = [
  ["a query", `query ($name: String!) { thing(name: $name) { ${members} } }`],
  ["a mutation with another key", `mutation { done: change(name: "a") { ${members} } }`],
  ["a selection of some", `{ thing(name: "a", tags: [1]) { owner { owner { id } } } }`],
];

/**
 * Returns the result as a client receives it. Omits error messages, because GraphQL's own execution phrases them
 * differently.
 */
async function resultOf(result: ReturnType<typeof execute>): Promise<unknown> {
  const { data, errors } = await result;
  return JSON.parse(
    JSON.stringify({ data, errors: errors?.map(({ path, locations }) => ({ path, locations })) }),
  );
}

describe.each(documents)("Executor, with %s", (_, text) => {
  const document = parse(text);
  const variableValues = { name: "a" };

  it.each(values)("returns %s as GraphQL does", async (__, value) => {
    for (const answer of [() => value, () => Promise.resolve(value)]) {
      const args = { schema: serving(answer), document, variableValues };
      expect(await resultOf(new Executor().execute(args))).toEqual(await resultOf(execute(args)));
    }
  });

  it("reports errors of resolvers as GraphQL does", async () => {
    for (const answer of [refuse, async () => refuse()]) {
      const args = { schema: serving(answer), document, variableValues };
      const [own, theirs] = [await new Executor().execute(args), await execute(args)];
      expect(JSON.stringify(own)).toBe(JSON.stringify(theirs));
      expect(own.errors?.[0]?.originalError?.message).toBe("refused");
    }
  });
});

describe("Executor", () => {
  it.each([
    ["a variable that does not fit", "query ($name: String!) { thing(name: $name) { id } }"],
    ["two root fields", '{ a: thing(name: "a") { id } b: thing(name: "b") { id } }'],
    ["a root field that must not be null", "{ must { id } }"],
    ["a fragment", '{ thing(name: "a") { ...f } } fragment f on Thing { id }'],
    ["the type of an object", '{ thing(name: "a") { __typename id } }'],
    ["a key that is no plain one", '{ thing(name: "a") { __proto__: id } }'],
    ["a member twice", '{ thing(name: "a") { owner { id } owner { count } } }'],
    ["a directive", '{ thing(name: "a") { id count @skip(if: true) } }'],
    ["a directive on the root field", '{ thing(name: "a") @skip(if: true) { id } }'],
    ["a member with arguments", '{ thing(name: "a") { near(by: 1) } }'],
    ["a member with a resolver", '{ thing(name: "a") { live } }'],
  ])("leaves to GraphQL %s", async (_, text) => {
    const args = { schema: serving(() => whole), document: parse(text) };
    expect(JSON.stringify(await new Executor().execute(args))).toBe(
      JSON.stringify(await execute(args)),
    );
  });

  it.each([
    [
      "an operation among others",
      'query a { thing(name: "a") { id } } query b { must { id } }',
      "b",
    ],
    ["an operation of another name", 'query a { thing(name: "a") { id } }', "b"],
    ["an operation by its name", 'query a { thing(name: "a") { id } }', "a"],
    ["an operation without a name, by one", '{ thing(name: "a") { id } }', ""],
  ])("compiles a plan, or none, for %s", async (_, text, operationName) => {
    const args = { schema: serving(() => whole), document: parse(text), operationName };
    expect(JSON.stringify(await new Executor().execute(args))).toBe(
      JSON.stringify(await execute(args)),
    );
  });

  it("returns the result of an event synchronously", () => {
    const schema = serving(() => whole);
    const result = new Executor().execute({
      schema,
      document: parse('{ thing(name: "a") { id } }'),
    });
    expect(result).toEqual({ data: { thing: { id: "1" } } });
  });
});
