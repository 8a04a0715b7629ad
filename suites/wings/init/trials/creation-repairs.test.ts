import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Exchange } from "#targets";
import type { Dialect } from "#targets/graphql";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { createRepaired } from "./probe-samples.ts";
import { pumpShared, pumpTarget } from "../learning/pump-target.fixture.ts";

const schema = buildSchema(/* GraphQL */ `
  type Query {
    pump(name: String!): Pump
    pumps: [Pump!]!
  }
  type Pump {
    name: String!
    version: Int!
    plan: Plan!
    readings: Readings
  }
  type Plan {
    material: String!
    liters: Int!
  }
  type Readings {
    liters: Int!
  }
  input PlanInput {
    material: String!
    liters: Int!
  }
  input PlanChanges {
    liters: Int
  }
  input ReadingsInput {
    liters: Int!
  }
  type Mutation {
    createPump(name: String!, plan: PlanInput!): Pump!
    updatePump(name: String!, version: Int!, plan: PlanChanges!): Pump!
    reportPump(name: String!, version: Int!, readings: ReadingsInput!): Pump!
    deletePump(name: String!, version: Int!): Boolean!
  }
`);

function answer(dialect: Dialect, message: string): Exchange {
  if (JSON.stringify(dialect).includes('"material":"abc"')) {
    const metadata = { name: "a", uid: uid("u"), resourceVersion: resourceVersion("1") };
    return { outcome: { result: "object", object: { kind: "Pump", metadata, spec: {} } } };
  }
  const refusal = { reason: "invalid", message, causes: [] } as const;
  return { outcome: { result: "refused", refusal } };
}

async function created(message: string): Promise<{ key: unknown; plan: unknown }> {
  const { dialect } = inferDialect(schema, { name: "pumps" });
  const shared = pumpShared((one) => pumpTarget(() => answer(one, message)), { means: { schema } });
  const repaired = await createRepaired(dialect, "Pump", shared);
  const plan = repaired.dialect.kinds[0]?.operations.create[0]?.arguments["plan"];
  return { key: repaired.key, plan };
}

it("repairs a field that only create mutations take, if an error states its values", async () => {
  expect(await created("/plan/material must match ^[a-z]{3,12}$")).toEqual({
    key: { kind: "Pump", name: "a" },
    plan: { material: "abc", $members: "$spec" },
  });
});

it("keeps such a field if an error names another one", async () => {
  expect(await created("the color must match ^[a-z]{3,12}$")).toEqual({
    key: undefined,
    plan: { material: "material-a", $members: "$spec" },
  });
});

it("keeps the constants if an error names a missing field of the spec next to them", async () => {
  const { plan } = await created("plan.liters is required");

  expect(plan).toEqual({ material: "material-a", $members: "$spec" });
});

it("records a rejection as invalid if the repaired sample is accepted", async () => {
  const { dialect } = inferDialect(schema, { name: "pumps" });
  const error = {
    message: "liters must be between 5 and 7",
    extensions: { code: "ValidationError" },
  };
  const refused: Exchange = {
    outcome: { result: "refused", refusal: { reason: "unclassified", causes: [], ...error } },
    reply: { status: 200, body: { errors: [error] } },
  };
  const shared = pumpShared(
    () =>
      pumpTarget((command) => {
        if (command.verb === "create" && command.spec["liters"] !== 5) return refused;
        const metadata = { name: "a", uid: uid("u"), resourceVersion: resourceVersion("1") };
        return { outcome: { result: "object", object: { kind: "Pump", metadata, spec: {} } } };
      }),
    { means: { schema } },
  );
  await createRepaired(dialect, "Pump", shared);

  expect(shared.refusals).toMatchObject([{ reason: "invalid", exchange: refused }]);
});
