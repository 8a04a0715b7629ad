import { buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { settleDialect } from "./gaps.ts";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { openQuestions } from "./open-questions.ts";
import type { Asking, Question } from "./open-questions.ts";
import type { Guess } from "../schema/notebook.ts";
import { noHints } from "../schema/user-hints.ts";
import type { Hints } from "../schema/user-hints.ts";

const kilns = `
  type Query { kiln(yard: String!, slug: String!): Kiln kilns(yard: String): [Kiln!]! }
  type Kiln { yard: String! slug: String! oid: ID! rev: String! facts: Facts wish: Wish }
  type Wish { heat: Int } input WishInput { heat: Int }
  type Facts { degrees: Int } input FactsInput { degrees: Int }
`;

const writes = `
  enlistKiln(yard: String!, slug: String!, wish: WishInput!): Kiln
  wishKiln(yard: String!, slug: String!, rev: String!, wish: WishInput!): Kiln
  muse(yard: String!, slug: String!, rev: String!, facts: FactsInput!): Kiln
`;

function questionsOf(
  schema: GraphQLSchema,
  {
    isTested = false,
    hints = noHints,
    ...asking
  }: Partial<Asking> & { readonly hints?: Hints } = {},
): readonly Question[] {
  const { inference } = settleDialect(schema, inferDialect(schema, { name: "kilns", hints }));
  return openQuestions(schema, inference, { isTested, ...asking });
}

const shown = ({ sets, candidates, current }: Question): object => ({
  sets,
  values: candidates.map(({ value }) => value),
  ...(current === undefined ? {} : { current }),
});

describe("questions of init", () => {
  it("ask for a missing operation, with the unused mutations of the kind first", () => {
    const schema = buildSchema(`${kilns} type Mutation {
      login(user: String!, password: String!): Boolean
      ${writes}
      extinguish(yard: String!, slug: String!, reason: Int!): Kiln
    }`);

    const [question, ...others] = questionsOf(schema);

    expect(others).toEqual([]);
    expect(question).toMatchObject({
      text: "Which mutation deletes a Kiln?",
      sets: { option: "operation", verb: "delete", kind: "Kiln" },
      candidates: [
        { value: "extinguish", declared: "(yard: String!, slug: String!, reason: Int!): Kiln" },
        { value: "login" },
      ],
    });
    expect(question).not.toHaveProperty("current");
  });

  it("list mutations of a kind with a longer name after its own", () => {
    const schema = buildSchema(`${kilns.replace(
      "kilns(yard: String): [Kiln!]!",
      `kilns(yard: String): [Kiln!]!
        kilnYard(slug: String!): KilnYard kilnYards: [KilnYard!]!`,
    )}
      type KilnYard { slug: String! rev: String! wish: Wish facts: Facts }
      type Mutation {
        ${writes}
        enlistKilnYard(slug: String!, wish: WishInput!): KilnYard
        declareKilnYard(slug: String!, rev: String!, facts: FactsInput!): KilnYard
        razeKilnYard(slug: String!, reason: Int!): Boolean
        razeKiln(yard: String!, slug: String!, reason: Int!): Boolean
      }`);

    const asked = questionsOf(schema).map(shown);
    expect(asked).toContainEqual({
      sets: { option: "operation", verb: "delete", kind: "Kiln" },
      values: ["razeKiln", "razeKilnYard"],
    });
  });

  it("ask which of two deletions is meant before the tests, and keep the guess", () => {
    const schema = buildSchema(`${kilns} type Mutation {
      ${writes}
      vex(yard: String!, slug: String!): Kiln
      hush(yard: String!, slug: String!): Kiln
    }`);

    expect(questionsOf(schema).map(shown)).toEqual([
      {
        sets: { option: "operation", verb: "delete", kind: "Kiln" },
        values: ["vex", "hush"],
        current: "vex",
      },
    ]);
    const { inference } = settleDialect(schema, inferDialect(schema, { name: "kilns" }));
    const refuted: Guess = {
      path: ["kinds", "Kiln", "operations", "delete", "vex"],
      confidence: "low",
      reason: "it still exists",
    };
    const guesses = [...inference.guesses.filter(({ path }) => !path.includes("vex")), refuted];
    const tested = openQuestions(schema, { ...inference, guesses }, { isTested: true });
    expect(tested.map(shown)).toContainEqual({
      sets: { option: "operation", verb: "delete", kind: "Kiln" },
      values: ["hush", "vex"],
      current: "vex",
    });
  });

  it("ask for no status of a kind whose status nothing writes", () => {
    const schema = buildSchema(`${kilns} type Mutation {
      ${writes}
      deleteKiln(yard: String!, slug: String!): Kiln
      ponder(yard: String!, slug: String!): Kiln
    }`);
    const { inference } = settleDialect(schema, inferDialect(schema, { name: "kilns" }));
    const { dialect, guesses } = inference;
    const kinds = dialect.kinds.map((kind) => ({
      ...kind,
      operations: { ...kind.operations, updateStatus: [] },
    }));
    const questionsFor = (withoutStatus: object): readonly object[] =>
      openQuestions(
        schema,
        {
          guesses,
          dialect: { ...dialect, kinds: kinds.map((kind) => ({ ...kind, ...withoutStatus })) },
        },
        { isTested: false },
      ).map(({ sets }) => sets);

    const about = { option: "operation", verb: "updateStatus", kind: "Kiln" };
    expect(questionsFor({})).toContainEqual(about);
    expect(questionsFor({ withoutStatus: "it is ignored" })).not.toContainEqual(about);
  });

  it("ask nothing about a complete kind", () => {
    const schema = buildSchema(`${kilns} type Mutation {
      ${writes}
      deleteKiln(yard: String!, slug: String!): Kiln
    }`);

    expect(questionsOf(schema)).toEqual([]);
  });

  it("lead to a kind whose parts and mutations are unknown", () => {
    const schema = buildSchema(`
      type Query { get(it: String!): Kiln all: [Kiln!]! lot(it: String!): Lot lots: [Lot!]! }
      type Kiln { handle: String! tally: Int! facts: Facts wish: Wish }
      type Lot { handle: String! tally: Int! facts: Facts wish: Wish }
      type Wish { heat: Int } input WishInput { heat: Int }
      type Facts { degrees: Int } input FactsInput { degrees: Int }
      type Mutation {
        kilnOne(handle: String!, wish: WishInput!): Kiln
        kilnTwo(handle: String!, tally: Int!, facts: FactsInput!): Kiln
        lotOne(handle: String!, wish: WishInput!): Lot
      }`);

    expect(questionsOf(schema).map(shown)).toEqual([
      { sets: { option: "kind" }, values: ["Kiln", "Lot"] },
    ]);
    expect(questionsOf(schema, { chosen: "Kiln" }).map(shown)).toMatchObject([
      {
        sets: { option: "map", part: "name" },
        values: ["handle", "tally", "facts.degrees", "wish.heat"],
      },
      { sets: { option: "map", part: "version" } },
      { sets: { option: "operation", verb: "create" }, values: ["kilnOne", "kilnTwo", "lotOne"] },
      { sets: { option: "operation", verb: "updateStatus" } },
    ]);
    const hints: Hints = {
      words: { name: "handle", version: "tally" },
      operations: [
        { verb: "create", kind: "Kiln", field: "kilnOne" },
        { verb: "updateStatus", kind: "Kiln", field: "kilnTwo" },
      ],
    };
    const { dialect } = inferDialect(schema, { name: "kilns", kinds: ["Kiln"], hints });
    expect(dialect.kinds).toMatchObject([
      {
        name: "Kiln",
        paths: { name: "handle", resourceVersion: "tally", spec: "wish", status: "facts" },
        operations: { create: [{ field: "kilnOne" }], updateStatus: [{ field: "kilnTwo" }] },
      },
    ]);
  });

  it("offer the fields that no other part uses, the alternatives of a guess first", () => {
    const schema = buildSchema(`${kilns} type Mutation {
      ${writes}
      deleteKiln(yard: String!, slug: String!): Kiln
    }`);
    const { inference } = settleDialect(schema, inferDialect(schema, { name: "kilns" }));
    const path = ["kinds", "Kiln", "paths", "uid"];
    const doubtful = {
      path,
      confidence: "low",
      reason: "two new objects had the same value",
      alternatives: ["wish.heat"],
    } as const;
    const guesses = inference.guesses.filter((one) => one.path.join(".") !== path.join("."));

    const asking = { isTested: true };
    const questions = openQuestions(
      schema,
      { ...inference, guesses: [...guesses, doubtful] },
      asking,
    );

    expect(questions.map(shown)).toContainEqual({
      sets: { option: "map", part: "uid" },
      values: ["oid", "wish.heat", "facts.degrees"],
      current: "oid",
    });
  });
});
