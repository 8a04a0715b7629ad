import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { Dialect } from "#targets/graphql";
import { missingEntries } from "./gaps.ts";
import { inferDialect } from "../kinds/infer-dialect.ts";

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
  return missingEntries(schema, dialect, []).map(({ place, problem }) => `${place}: ${problem}`);
};

it("names subscriptions with insufficient events, because rules about watches do not apply without a watch", () => {
  expect(vats("type Subscription { vatTouched: Touched! } type Touched { vat: ID! }")).toEqual([
    "kinds.Vat.operations.watch: no subscription reports every change together with its object: the messages of vatTouched identify objects, but do not contain them",
  ]);
});

it("requires no watch if there is no subscription", () => {
  expect(vats("")).toEqual([]);
});

function labels(mutations: string): readonly string[] {
  const schema = buildSchema(`
    type Query { label(key: String!): Label labels: [Label!]! oven(key: String!): Oven ovens: [Oven!]! }
    type Label { key: String! version: Int! spec: Text! }
    type Text { color: String! } input TextInput { color: String! }
    type Oven { key: String! version: Int! spec: Text! status: Heat }
    type Heat { degrees: Int } input HeatInput { degrees: Int }
    type Mutation {
      createLabel(key: String!, spec: TextInput!): Label!
      updateLabel(key: String!, version: Int!, spec: TextInput!): Label!
      deleteLabel(key: String!): Boolean!
      createOven(key: String!, spec: TextInput!): Oven!
      updateOven(key: String!, version: Int!, spec: TextInput!): Oven!
      deleteOven(key: String!): Boolean!
      ${mutations}
    }
  `);
  const { dialect } = inferDialect(schema, { name: "labels", namespaces: [] });
  return missingEntries(schema, dialect, []).map(({ place, problem }) => `${place}: ${problem}`);
}

const ofOvens =
  "kinds.Oven.operations.updateStatus: no field was recognized for this operation; every field of the schema is used by another operation";

it("requires no status mutation of a kind without a status", () => {
  expect(labels("")).toEqual([ofOvens]);
});

it("names the unused mutations of a kind without a status, because one of them may write it", () => {
  expect(labels("pingLabel(key: String!): Boolean!")[0]).toBe(
    "kinds.Label.operations.updateStatus: no status was recognized in its objects; unused fields: pingLabel",
  );
});

it("names the unused commands of a mutation", () => {
  const schema = buildSchema(`
    scalar JSON
    enum Command { REGISTER REPORT RECONFIGURE RETIRE }
    type Query { lamp(code: String!): Lamp lamps: [Lamp!]! }
    type Lamp { id: ID! code: String! revision: Int! wish: Wish! report: Report }
    type Wish { color: String! } type Report { watts: Int }
    type Receipt { lamp: Lamp }
    type Mutation { submit(type: Command!, payload: JSON!): Receipt! }
  `);
  const { dialect } = inferDialect(schema, { name: "lamps", namespaces: [] });
  const unused = missingEntries(schema, dialect, []).map(({ problem }) => problem);

  expect(unused).toContain(
    "no field was recognized for this operation; unused fields: submit(type: RECONFIGURE), submit(type: RETIRE)",
  );
});

it("names the query of a status that is no part of its object", () => {
  const schema = buildSchema(`
    type Query { label(id: ID!): Label labels: [Label!]! labelWear(id: ID!): Wear }
    type Label { id: ID! key: String! version: Int! spec: Text! }
    type Text { color: String! } input TextInput { color: String! }
    type Wear { percent: Int } input WearInput { percent: Int }
    type WearPayload { wear: Wear }
    type Mutation {
      createLabel(key: String!, spec: TextInput!): Label!
      updateLabel(id: ID!, version: Int!, spec: TextInput!): Label!
      deleteLabel(id: ID!): Boolean!
      reportLabelWear(id: ID!, version: Int!, wear: WearInput!): WearPayload!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "labels", namespaces: [] });

  expect(missingEntries(schema, dialect, []).map(({ problem }) => problem)).toEqual([
    "reportLabelWear writes a Wear, which labelWear returns, but Label has no field of this type; the suite reads the status together with the spec, so add such a field to the API",
  ]);
});

it("requires no status mutation for a field of the spec that is called status", () => {
  const schema = buildSchema(`
    type Query { invoice(code: ID!): Invoice invoices: [Invoice!]! }
    type Invoice { code: ID! etag: String! title: String! status: String }
    input Draft { code: ID! title: String! status: String }
    input Change { code: ID! title: String status: String }
    type Mutation {
      addInvoice(input: Draft!): Invoice!
      changeInvoice(input: Change!, expectedEtag: String!): Invoice!
      removeInvoice(code: ID!): Invoice!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "invoices", namespaces: [] });

  expect(dialect.kinds[0]?.paths.spec).toEqual({ status: "status", title: "title" });
  expect(missingEntries(schema, dialect, [])).toEqual([]);
});

function generationGaps(members: string, report: string): readonly string[] {
  const schema = buildSchema(`
    type Query { vat(tag: String!): Vat vats: [Vat!]! }
    type Vat { tag: String! version: ID! ${members} recipe: Recipe! gauge: Gauge }
    type Recipe { grape: String! } input RecipeInput { grape: String! }
    type Gauge { sugar: Int ${report}: Int } input GaugeInput { sugar: Int ${report}: Int }
    type Mutation {
      fillVat(tag: String!, recipe: RecipeInput!): Vat!
      adjustVat(tag: String!, version: ID!, recipe: RecipeInput!): Vat!
      gaugeVat(tag: String!, version: ID!, gauge: GaugeInput!): Vat!
      emptyVat(tag: String!): Boolean!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "vats", namespaces: [] });
  const gaps = missingEntries(schema, withoutGeneration(dialect), []);
  return gaps.map(({ problem, stub }) => [problem, ...stub].join("\n"));
}

/** What remains if tests do not confirm a guess. */
function withoutGeneration(dialect: Dialect): Dialect {
  return {
    ...dialect,
    kinds: dialect.kinds.map(({ paths, ...kind }) => {
      const { generation, ...others } = paths;
      return { ...kind, paths: generation === undefined ? paths : others };
    }),
  };
}

it("names the numbers that may be the generation if statuses report an observed one", () => {
  expect(generationGaps("wave: Int! cellar: Int!", "seenRevision")).toEqual([
    "statuses report seenRevision, but no number was recognized that increases with each new spec; unused numbers: wave, cellar\ngeneration: wave",
  ]);
});

it("requires no generation of an object without numbers, or of statuses that report none", () => {
  expect(generationGaps("", "observedGeneration")).toEqual([]);
  expect(generationGaps("wave: Int!", "grapesSeen")).toEqual([]);
});
