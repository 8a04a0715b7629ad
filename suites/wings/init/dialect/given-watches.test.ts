import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { missingEntries, settleDialect } from "./gaps.ts";
import type { Gap } from "./gaps.ts";
import { inferDialect } from "../kinds/infer-dialect.ts";
import type { GivenOperation } from "../schema/user-hints.ts";

type Given = Omit<Extract<GivenOperation, { verb: "watch" }>, "verb">;

function gapsWith(given: Given, subscriptions: string): readonly Gap[] {
  const schema = buildSchema(`
    type Query { vat(tag: String!): Vat vats: [Vat!]! pump(tag: String!): Pump pumps: [Pump!]! }
    type Vat { tag: String! version: Int! recipe: Recipe! gauge: Gauge }
    type Pump { tag: String! version: Int! recipe: Recipe! gauge: Gauge }
    type Recipe { grape: String! } input RecipeInput { grape: String! }
    type Gauge { sugar: Int } input GaugeInput { sugar: Int }
    type Mutation {
      fillVat(tag: String!, recipe: RecipeInput!): Vat!
      adjustVat(tag: String!, version: Int!, recipe: RecipeInput!): Vat!
      gaugeVat(tag: String!, version: Int!, gauge: GaugeInput!): Vat!
      fillPump(tag: String!, recipe: RecipeInput!): Pump!
      adjustPump(tag: String!, version: Int!, recipe: RecipeInput!): Pump!
      gaugePump(tag: String!, version: Int!, gauge: GaugeInput!): Pump!
    }
    enum Turn { CREATED UPDATED DELETED }
    type VatChange { turn: Turn! vat: Vat! }
    type PumpChange { turn: Turn! pump: Pump! }
    type VatKeys { turn: Turn! vatTag: String! tag: String! }
    type Subscription { ${subscriptions} }
  `);
  const hints = { words: {}, operations: [{ verb: "watch", ...given }] } as const;
  const inferred = inferDialect(schema, { name: "vats", namespaces: [], hints });
  const { inference, gaps } = settleDialect(schema, inferred, hints);
  return [...gaps, ...missingEntries(schema, inference.dialect, gaps)].filter(({ place }) =>
    place.includes(".watch"),
  );
}

const both = "vatChanges: VatChange! pumpChanges: PumpChange! vatKeys: VatKeys! clock: Int!";

describe("a subscription that the user specifies as a watch", () => {
  it("is not reported if the kind is watched with it", () => {
    expect(gapsWith({ kind: "Vat", field: "vatChanges" }, both)).toEqual([]);
    expect(gapsWith({ field: "vatChanges" }, both)).toEqual([]);
  });

  it.each<{ given: Given; lack: string }>([
    {
      given: { kind: "Vat", field: "vatKeys" },
      lack: "the messages of vatKeys identify objects, but do not contain them",
    },
    {
      given: { kind: "Vat", field: "clock" },
      lack: "its messages contain no Vat",
    },
    {
      given: { kind: "Vat", field: "pumpChanges" },
      lack: "its messages contain no Vat",
    },
  ])("is reported with what it lacks: %j", ({ given, lack }) => {
    expect(gapsWith(given, both)).toMatchObject([
      {
        place: `kinds.Vat.operations.watch.${given.field}`,
        problem: `given with --operation, but it cannot be a watch of Vat: ${lack}`,
        stub: [`${given.field}:`, ...Array<unknown>(5).fill(expect.any(String))],
      },
    ]);
  });

  it("is reported once for each kind without a watch if no kind is specified", () => {
    const found = gapsWith({ field: "clock" }, "vatChanges: VatChange! clock: Int!");

    expect(found.map(({ place }) => place)).toEqual(["kinds.Pump.operations.watch.clock"]);
  });

  it("is reported if every kind has another watch", () => {
    expect(gapsWith({ field: "clock" }, both).map(({ place }) => place)).toEqual([
      "kinds.Vat.operations.watch.clock",
      "kinds.Pump.operations.watch.clock",
    ]);
  });
});
