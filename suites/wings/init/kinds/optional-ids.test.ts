import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

/** Every input takes the id and the version, and each write takes a condition. */
const presses = buildSchema(/* GraphQL */ `
  type Query {
    getPress(id: ID!): Press
    listPresses(filter: PressFilter, limit: Int, nextToken: String): PressConnection
  }
  type Press {
    id: ID!
    name: String!
    tons: Int!
    _version: Int!
    run: PressRun
  }
  type PressRun {
    strokes: Int
  }
  type PressConnection {
    items: [Press]!
    nextToken: String
  }
  input TextInput {
    eq: String
    ne: String
  }
  input PressFilter {
    name: TextInput
  }
  input PressCondition {
    name: TextInput
  }
  input PressRunInput {
    strokes: Int
  }
  input CreatePressInput {
    id: ID
    name: String!
    tons: Int!
    _version: Int
  }
  input UpdatePressInput {
    id: ID!
    name: String
    tons: Int
    _version: Int
  }
  input ReportPressInput {
    id: ID!
    run: PressRunInput
    _version: Int
  }
  input DeletePressInput {
    id: ID!
    _version: Int
  }
  type Mutation {
    createPress(input: CreatePressInput!, condition: PressCondition): Press
    updatePress(input: UpdatePressInput!, condition: PressCondition): Press
    reportPress(input: ReportPressInput!, condition: PressCondition): Press
    deletePress(input: DeletePressInput!, condition: PressCondition): Press
  }
`);

const [press] = inferDialect(presses, { name: "presses" }).dialect.kinds;

it("finds a version that a creation also takes, next to an optional id", () => {
  expect(press?.paths).toMatchObject({
    name: "name",
    uid: "id",
    resourceVersion: "_version",
    status: "run",
  });
  expect(press?.operations).toMatchObject({
    create: [{ id: "createPress" }],
    update: [{ id: "updatePress" }],
    updateStatus: [{ id: "reportPress" }],
  });
});

it("does not compare the name in a condition, because the id finds the object", () => {
  const input = { id: "$uid", _version: "$resourceVersion" };

  expect(press?.operations.update[0]?.arguments).toEqual({
    input: { ...input, tons: "$spec.tons" },
  });
  expect(press?.operations.delete[0]?.arguments).toEqual({ input });
});

const valves = buildSchema(/* GraphQL */ `
  type Query {
    getValve(id: ID!): Valve
    listValves(filter: ValveFilter, limit: Int, nextToken: String): ValveConnection
  }
  type Valve {
    id: ID!
    hall: String!
    mode: String!
    bars: Int!
    flow: Int
    _version: Int!
  }
  type ValveConnection {
    items: [Valve]!
    nextToken: String
  }
  input TextInput {
    eq: String
    ne: String
  }
  input ValveFilter {
    hall: TextInput
  }
  input CreateValveInput {
    id: ID
    hall: String!
    mode: String!
    bars: Int!
  }
  input UpdateValveInput {
    id: ID!
    hall: String
    mode: String
    bars: Int
    _version: Int
  }
  input ReportValveInput {
    id: ID!
    flow: Int
    _version: Int
  }
  input DeleteValveInput {
    id: ID!
    _version: Int
  }
  type Mutation {
    createValve(input: CreateValveInput!): Valve
    updateValve(input: UpdateValveInput!): Valve
    reportValve(input: ReportValveInput!): Valve
    deleteValve(input: DeleteValveInput!): Valve
  }
`);

it("names objects by the id that a creation may choose, if every other text can change", () => {
  const [valve] = inferDialect(valves, { name: "valves" }).dialect.kinds;

  expect(valve?.paths).toMatchObject({
    name: "id",
    spec: { hall: "hall", mode: "mode", bars: "bars" },
  });
  expect(valve?.paths.namespace).toBeUndefined();
  expect(valve?.operations.create[0]?.arguments).toMatchObject({ input: { id: "$name" } });
});
