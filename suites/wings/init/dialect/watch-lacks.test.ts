import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { missingEntries, settleDialect } from "./gaps.ts";
import { inferDialect } from "../kinds/infer-dialect.ts";

interface Found {
  readonly watches: number;
  readonly problems: readonly string[];
}

const byKey = "cellar: String!, tag: String!";
const byId = "id: ID!";

function vats(subscriptions: string, key: string): Found {
  const schema = buildSchema(/* GraphQL */ `
    type Query { vat(${key}): Vat vats(cellar: String): [Vat!]! pump(tag: String!): Pump pumps: [Pump!]! }
    type Vat { id: ID! cellar: String! tag: String! version: Int! recipe: Recipe! gauge: Gauge }
    type Pump { tag: String! version: Int! recipe: Recipe! gauge: Gauge }
    type Recipe { grape: String! } input RecipeInput { grape: String! }
    type Gauge { sugar: Int } input GaugeInput { sugar: Int }
    type Mutation {
      fillVat(cellar: String!, tag: String!, recipe: RecipeInput!): Vat!
      adjustVat(${key}, version: Int!, recipe: RecipeInput!): Vat!
      gaugeVat(${key}, version: Int!, gauge: GaugeInput!): Vat!
      emptyVat(${key}): Boolean!
    }
    input Selected { id: ID! }
    enum Turn { CREATED UPDATED DELETED }
    type Change { turn: Turn! vat: Vat! }
    type Seen { vat: Vat! at: String! }
    type KeyChange { turn: Turn! vatId: ID! version: Int! }
    type PumpChange { turn: Turn! pump: ID! }
    type Subscription { ${subscriptions} }
  `);
  const options = { name: "vats", namespaces: ["north"], kinds: ["Vat"] };
  const { inference, gaps } = settleDialect(schema, inferDialect(schema, options));
  const missing = [...gaps, ...missingEntries(schema, inference.dialect, gaps)];
  return {
    watches: inference.dialect.kinds.flatMap(({ operations }) => operations.watch).length,
    problems: missing
      .filter(({ place }) => place.startsWith("kinds.Vat.operations.watch"))
      .map(({ problem }) => problem),
  };
}

const ofOne = (argument: string): string =>
  `no subscription reports every change together with its object: vatTouched is limited to single objects by its argument ${argument}`;
const ofKey =
  "no subscription reports every change together with its object: the messages of vatTouched identify objects, but do not contain them";

describe("subscriptions that cannot be watches", () => {
  it.each([
    { field: "vatTouched(id: ID!): Change!", lack: ofOne("id") },
    { field: "vatTouched(vatId: ID!): Change!", lack: ofOne("vatId") },
    { field: "vatTouched(where: Selected!): Change!", lack: ofOne("where.id") },
    { field: "vatTouched(ids: [ID!]!): Change!", lack: ofOne("ids") },
    { field: "vatTouched(id: ID!): Vat!", lack: ofOne("id") },
    { field: "vatTouched(cellar: String!, tag: String!): Vat!", lack: ofOne("tag") },
    { field: "vatTouched: KeyChange!", lack: ofKey },
    { field: "vatTouched: ID!", lack: ofKey },
    { field: "vatTouched: [ID!]!", lack: ofKey },
  ])("are named with what they lack: $field", ({ field, lack }) => {
    for (const key of [byKey, byId]) {
      const { watches, problems } = vats(field, key);
      expect({ key, watches, problems }).toEqual({ key, watches: 0, problems: [lack] });
    }
  });

  it("are named together, without those of other kinds", () => {
    const fields = "vatTouched(id: ID!): Change! vatSeen: ID! pumpTouched: PumpChange! clock: Int!";
    expect(vats(fields, byKey).problems).toEqual([
      `${ofOne("id")}; the messages of vatSeen identify objects, but do not contain them`,
    ]);
  });

  it("do not replace the advice about subscriptions of unknown form", () => {
    expect(vats("clock: Int!", byKey).problems).toEqual([
      "no subscription was recognized: events must contain the object and the type of change; unused fields: clock",
    ]);
  });

  it("are no obstacle for a watch", () => {
    const fields = "vatTouched(id: ID!): Change! vatChanges(cellar: String): Change!";
    expect(vats(fields, byKey)).toEqual({ watches: 1, problems: [] });
  });
});
