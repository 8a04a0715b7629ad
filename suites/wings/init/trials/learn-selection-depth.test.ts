import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Exchange } from "#targets";
import type { Dialect } from "#targets/graphql";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { pumpShared, pumpTarget } from "../learning/pump-target.fixture.ts";
import { learnSelectionDepth, withShorterSelections } from "./learn-selection-depth.ts";

const schema = buildSchema(`
  type Query { pump(name: String!): Pump  pumps: PumpPage! }
  type PumpPage { items: [Pump!]! }
  type Person { login: String team: Team }
  type Team { slug: String lead: Lead }
  type Lead { login: String desk: Desk }
  type Desk { room: String }
  type Pump { name: String! version: Int! plan: Plan! readings: Readings owner: Person }
  type Plan { liters: Int! }
  type Readings { liters: Int! }
  input PlanInput { liters: Int! }
  input ReadingsInput { liters: Int! }
  type PumpPayload { outcome: Outcome! }
  type Outcome { pump: Pump }
  type Mutation {
    createPump(name: String!, plan: PlanInput!): PumpPayload!
    updatePump(name: String!, version: Int!, plan: PlanInput!): PumpPayload!
    reportPump(name: String!, version: Int!, readings: ReadingsInput!): PumpPayload!
    deletePump(name: String!, version: Int!): Boolean!
  }
`);
const { dialect } = inferDialect(schema, { name: "pumps" });

function refusedWith(message: string): Exchange {
  const refusal = { reason: "invalid", message, causes: [] } as const;
  return { outcome: { result: "refused", refusal } };
}

/** The endpoint accepts selections of objects up to a depth. */
async function learned(most: number, message: string): Promise<number | undefined> {
  const answer = ({ selectionDepth = 10 }: Dialect): Exchange => {
    if (selectionDepth > most) return refusedWith(message);
    const metadata = { name: "a", uid: uid("u"), resourceVersion: resourceVersion("1") };
    return { outcome: { result: "object", object: { kind: "Pump", metadata, spec: {} } } };
  };
  const shared = pumpShared((one) => pumpTarget(() => answer(one)), { means: { schema } });
  return (await learnSelectionDepth(dialect, "Pump", shared)).selectionDepth;
}

describe("a limit on the size of requests", () => {
  it.each([
    "'anonymous' exceeds maximum operation depth of 7",
    "Syntax Error: Query depth limit of 6 exceeded, found 8.",
    "The maximum allowed field cost was exceeded.",
    "operation has complexity 305, which exceeds the limit of 200",
    "Query is too deep",
  ])("shortens the selections until reads are accepted: %s", async (message) => {
    expect(await learned(3, message)).toBe(2);
    expect(await learned(1, message)).toBe(1);
  });

  it("is left alone if the endpoint accepts the longest selection", async () => {
    expect(await learned(10, "Query is too deep")).toBeUndefined();
  });

  it("stays unknown if no selection is short enough", async () => {
    expect(await learned(0, "Query is too deep")).toBeUndefined();
  });

  it("is not seen in errors about the object", () => {
    const shared = pumpShared(() => pumpTarget(() => refusedWith("")), { means: { schema } });
    const after = (message: string): number | undefined =>
      withShorterSelections(dialect, { refused: refusedWith(message), shared })?.selectionDepth;
    expect(after("depth must be at most 100")).toBeUndefined();
    expect(after("maximum query depth exceeded 11 > 8")).toBe(5);
  });
});
