import { buildSchema, findBreakingChanges } from "graphql";
import { describe, expect, it } from "vitest";
import { contractSchemaOf } from "./contract-schema.ts";

const source = `
  type Query { service(name: String!): Service, unrelated: Unrelated, any: Anything }
  type Mutation { updateStatus(input: StatusInput!): Service }
  interface Named { name: String! }
  type Service implements Named { name: String!, phase: Phase, secret: Unrelated, status: Status }
  type Status { replicas: Int, conditions: [Condition!] }
  type Condition { type: String!, message: String }
  type Unrelated { a: Int }
  union Anything = Service | Unrelated
  enum Phase { READY FAILED }
  input StatusInput { name: String!, nested: NestedInput }
  input NestedInput { replicas: Int = 1 }
  directive @odd on FIELD
`;

const documents = [
  "mutation($input: StatusInput!) { updateStatus(input: $input) { name phase } }",
  "query($name: String!) { service(name: $name) { status { replicas conditions { type } } } }",
  "{ any { ... on Service { name } } }",
];

const part = contractSchemaOf(buildSchema(source), documents);

describe("the part of a schema that documents use", () => {
  it("has the requested fields, and complete input types", () => {
    expect(part).toMatchSnapshot();
  });

  it("is a schema of its own, in which all that is used still is", () => {
    expect(findBreakingChanges(buildSchema(part), buildSchema(source))).toEqual([]);
  });

  it("is the same for any order of definitions and documents", () => {
    const shuffled = source.trim().split("\n").toReversed().join("\n");
    const again = contractSchemaOf(buildSchema(shuffled), documents.toReversed());
    expect(again).toBe(part);
  });

  it.each([
    { name: "a field that is used", from: "phase: Phase, ", breaks: true },
    { name: "a field that is not", from: ", secret: Unrelated", breaks: false },
    { name: "a member of an input type", from: "name: String!, nested", breaks: true },
  ])("shows whether removing $name breaks it", ({ from, breaks }) => {
    const changed = buildSchema(source.replace(from, from.startsWith("name") ? "nested" : ""));
    expect(findBreakingChanges(buildSchema(part), changed).length > 0).toBe(breaks);
  });
});
