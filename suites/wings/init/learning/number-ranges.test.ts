import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { Exchange } from "#targets";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { withFewerNumbers } from "./number-ranges.ts";
import { pumpShared, pumpTarget } from "./pump-target.fixture.ts";

const { dialect } = inferDialect(
  buildSchema(`
    type Query { pump(number: Int!): Pump  pumps: [Pump!]! }
    type Pump { number: Int! version: Int! plan: Plan! readings: Readings }
    type Plan { liters: Int! }
    type Readings { liters: Int! }
    input PlanInput { liters: Int! }
    input ReadingsInput { liters: Int! }
    type Mutation {
      createPump(number: Int!, plan: PlanInput!): Pump!
      updatePump(number: Int!, version: Int!, plan: PlanInput!): Pump!
      reportPump(number: Int!, version: Int!, readings: ReadingsInput!): Pump!
      deletePump(number: Int!, version: Int!): Boolean!
    }
  `),
  { name: "pumps" },
);

function rangeAfter(message: string): unknown {
  const refusal = { reason: "invalid", message, causes: [] } as const;
  const request = { url: "/", operation: "", variables: { number: 87_654 } };
  const refused: Exchange = { outcome: { result: "refused", refusal }, request };
  const shared = pumpShared(() => pumpTarget(() => refused));
  return withFewerNumbers(dialect, "Pump", { refused, shared })?.kinds[0]?.numbers;
}

it.each([
  ["number must be from 100 to 9999", { from: 100, to: 9999 }],
  ["number 87654 must be at most 65535", { from: 1, to: 65_535 }],
  ["The pump number is out of range", { from: 1, to: 9999 }],
  ["number must be one of 1 to 8", undefined],
  ["liters must be at most 5000", undefined],
])("learns the range of the numbers from %j: %j", (message, range) => {
  expect(rangeAfter(message)).toEqual(range);
});
