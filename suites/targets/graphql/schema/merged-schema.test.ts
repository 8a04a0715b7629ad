import { buildSchema, printSchema } from "graphql";
import { expect, it } from "vitest";
import { mergedSchema } from "./merged-schema.ts";

const shared = "type Query { pump: Pump } type Pump { id: ID! bar: Int! flow: Int }";
const author = buildSchema(`${shared}
  input PumpSet { bar: Int remark: String! }
  type Mutation { insertPump(bar: Int!): Pump updatePump(id: ID!, set: PumpSet!, force: Boolean!): Pump }
`);
const controller = buildSchema(`${shared}
  input PumpSet { flow: Int }
  type Mutation { updatePump(id: ID!, set: PumpSet!): Pump }
  type Subscription { pumps: [Pump!]! }
`);

it("merges the fields that an endpoint shows to two roles", () => {
  const merged = printSchema(mergedSchema(author, controller));

  expect(merged).toContain("insertPump(bar: Int!): Pump");
  expect(merged).toContain("updatePump(id: ID!, set: PumpSet!, force: Boolean): Pump");
  expect(merged).toContain("bar: Int\n  remark: String\n  flow: Int");
  expect(merged).toContain("pumps: [Pump!]!");
});

it("keeps a schema to which the other one adds nothing", () => {
  expect(mergedSchema(author, buildSchema(printSchema(author)))).toBe(author);
  expect(mergedSchema(author, buildSchema(shared))).toBe(author);
});
