import { buildSchema, getVariableValues, Kind, parse } from "graphql";
import type { VariableDefinitionNode } from "graphql";
import { describe, expect, it } from "vitest";
import { prepareVariables } from "./executor.ts";

const schema = buildSchema(`
  scalar JSON
  input Thing { name: String!, size: Int = 1 }
  type Query { take(a: Int): Int }
`);

const definitions = definitionsOf(
  "query ($thing: Thing!, $count: Int, $most: Int = 5, $any: JSON, $constructor: JSON) { take(a: 1) }",
);

const thing = { name: "a", size: 2 };

describe("prepareVariables", () => {
  it.each<readonly [string, Readonly<Record<string, unknown>>]>([
    ["all of them", { thing, count: 1, most: 2, any: { a: [1] }, constructor: "c" }],
    ["only what is required", { thing }],
    ["nulls", { thing, count: null, most: null, any: null }],
    ["a member to be filled in", { thing: { name: "a" }, most: 1 }],
    ["variables that nobody asked for", { thing, more: 1, most: 1 }],
    ["none", {}],
    ["a null that must not be", { thing: null }],
    ["mistakes in several", { thing: { nome: "a" }, count: "x", most: 1.5 }],
  ])("coerces like GraphQL: %s", (_, given) => {
    const expected = getVariableValues(schema, definitions, given);
    const read = prepareVariables(schema, definitions)(given);

    expect(read.coerced).toEqual(expected.coerced);
    expect(read.errors).toEqual(expected.errors);
  });

  it("returns matching values unchanged", () => {
    const { coerced } = prepareVariables(schema, definitions)({ thing, most: 1 });

    expect(coerced?.["thing"]).toBe(thing);
  });
});

function definitionsOf(text: string): readonly VariableDefinitionNode[] {
  const [operation] = parse(text).definitions;
  return operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : [];
}
