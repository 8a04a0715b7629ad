import { buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { inferDialect } from "../kinds/infer-dialect.ts";
import type { Inference } from "../kinds/infer-dialect.ts";
import { annotateDialect } from "./annotate-dialect.ts";
import { openStatements, settleDialect } from "./gaps.ts";

const rest = `
  type Meta { name: String! namespace: String! uid: ID! resourceVersion: String! generation: Int! }
  type Spec { title: String }
  input SpecIn { title: String }
  input StatusIn { state: String }
`;

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

function each(count: number, line: (index: number) => string): string {
  return numbers(count).map(line).join("\n");
}

const key = "namespace: String!, name: String!";

function manyKinds(count: number): GraphQLSchema {
  return buildSchema(`${rest}
    type Status { state: String }
    type Query { ${each(count, (i) => `thing${i}(${key}): Thing${i}`)} }
    type Mutation { ${each(count, (i) => `createThing${i}(${key}, spec: SpecIn): Thing${i} updateThing${i}Status(${key}, resourceVersion: String!, status: StatusIn): Thing${i}`)} }
    ${each(count, (i) => `type Thing${i} { metadata: Meta! spec: Spec status: Status }`)}
  `);
}

function manyMutations(count: number): GraphQLSchema {
  return buildSchema(`${rest}
    type Status { state: String }
    type Query { ${each(count, (i) => `thing${i}(${key}): Thing`)} }
    type Mutation { ${each(count, (i) => `updateStatusOfThing${i}(${key}, resourceVersion: String!, status: StatusIn): Thing`)} }
    type Thing { metadata: Meta! spec: Spec status: Status }
  `);
}

function manyMembers(count: number): GraphQLSchema {
  return buildSchema(`${rest}
    type Status { ${each(count, (i) => `f${i}: String`)} }
    input WideIn { ${each(count, (i) => `f${i}: String`)} }
    type Query { thing(${key}): Thing }
    type Mutation { createThing(${key}, spec: SpecIn): Thing updateThingStatus(${key}, resourceVersion: String!, status: WideIn): Thing }
    type Thing { metadata: Meta! spec: Spec status: Status }
  `);
}

function understood(schema: GraphQLSchema): Inference {
  const { inference } = settleDialect(schema, inferDialect(schema, { name: "huge" }));
  annotateDialect(inference, []);
  openStatements(schema, inference.dialect);
  return inference;
}

/** CPU time in milliseconds. Other processes do not affect it. */
function processorMs(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe("a huge schema", () => {
  it.each([
    ["kinds", manyKinds, 300],
    ["mutations", manyMutations, 1_000],
    ["fields", manyMembers, 1_000],
  ])("is read in a time that does not grow with the square of its %s", (_what, schema, count) => {
    const [small, large] = [schema(count), schema(count * 4)];
    understood(small);
    const few = processorMs(() => understood(small));
    const many = processorMs(() => understood(large));
    // The large schema has four times the size, and garbage collection needs time. A quadratic algorithm needs 16 times
    // the time.
    expect(many / Math.max(few, 5)).toBeLessThan(12);
  });

  it("with 1,200 kinds describes the first ones, and notes the others", () => {
    const { dialect, guesses } = understood(manyKinds(1_200));
    expect(dialect.kinds).toHaveLength(500);
    expect(guesses.find(({ path }) => path.join() === "kinds")?.reason).toMatch(
      /500 of 1200.*--kind/u,
    );
  });

  it("with 4,000 mutations of one kind describes the first ones, and notes the others", () => {
    const { dialect, guesses } = understood(manyMutations(4_000));
    expect(dialect.kinds[0]?.operations.updateStatus).toHaveLength(32);
    expect(dialect.kinds[0]?.operations.read).toHaveLength(32);
    const note = guesses.find(({ path }) => path.join() === "kinds,Thing,operations,updateStatus");
    expect(note?.reason).toMatch(/^3968 more mutations/u);
  });

  it("with 4,000 status fields has samples of the first ones", () => {
    const { dialect } = understood(manyMembers(4_000));
    const [sample] = dialect.kinds[0]?.samples.statuses ?? [];
    expect(Object.keys(sample ?? {})).toHaveLength(256);
  });
});
