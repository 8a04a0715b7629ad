import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { missingOperations } from "./gaps.ts";
import { inferDialect } from "./infer-dialect.ts";

const vats = (subscriptions: string): readonly string[] => {
  const schema = buildSchema(`
    type Query { vat(tag: String!): Vat vats: [Vat!]! }
    type Vat { tag: String! version: Int! recipe: Recipe! gauge: Gauge }
    type Recipe { grape: String! } input RecipeInput { grape: String! }
    type Gauge { sugar: Int } input GaugeInput { sugar: Int }
    type Mutation {
      fillVat(tag: String!, recipe: RecipeInput!): Vat!
      adjustVat(tag: String!, version: Int!, recipe: RecipeInput!): Vat!
      gaugeVat(tag: String!, version: Int!, gauge: GaugeInput!): Vat!
      emptyVat(tag: String!): Boolean!
    }
    ${subscriptions}
  `);
  const { dialect } = inferDialect(schema, { name: "vats", namespaces: [] });
  return missingOperations(schema, dialect, []).map(({ place, problem }) => `${place}: ${problem}`);
};

it("names subscriptions with insufficient events, because rules about watches do not apply without a watch", () => {
  expect(vats("type Subscription { vatTouched: Touched! } type Touched { vat: ID! }")).toEqual([
    "kinds.Vat.operations.watch: no subscription was recognized: events must contain the object and the type of change; unused fields: vatTouched",
  ]);
});

it("requires no watch if there is no subscription", () => {
  expect(vats("")).toEqual([]);
});
