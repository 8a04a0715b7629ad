import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Resource } from "#contract";
import type { Exchange } from "#targets";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { probeTakenName } from "./probe-taken-name.ts";
import { pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";

const schema = buildSchema(`
  type Query { oven(uid: ID!): Oven  ovens: [Oven!]! }
  type Oven { name: String! uid: ID! rev: String! recipe: Recipe! readings: Readings }
  type Recipe { celsius: Int! }
  input RecipeInput { celsius: Int! }
  type Readings { celsius: Float }
  input ReadingsInput { celsius: Float }
  type Mutation {
    createOven(name: String!, recipe: RecipeInput!): Oven!
    updateOven(uid: ID!, rev: String!, recipe: RecipeInput!): Oven!
    reportOven(uid: ID!, rev: String!, readings: ReadingsInput!): Oven!
    deleteOven(uid: ID!): Boolean!
  }
`);

it.each([
  { what: "stores both objects", isReplaced: false, isListed: true, expected: "accepted" },
  { what: "replaces the first object", isReplaced: true, isListed: true, expected: undefined },
  { what: "lists no objects", isReplaced: true, isListed: false, expected: "accepted" },
])("a create request with a taken name $what: $expected", async (given) => {
  const [kind] = inferDialect(schema, { name: "ovens" }).dialect.kinds;
  if (kind === undefined) throw new Error("no kind was inferred");
  let stored: readonly Resource[] = [];
  let made = 0;
  const target = pumpTarget((command: Command): Exchange => {
    if (command.verb === "list") {
      return given.isListed
        ? { outcome: { result: "list", items: stored } }
        : { outcome: { result: "unsupported", detail: "no lists" } };
    }
    if (command.verb !== "create") return { outcome: { result: "done" } };
    made += 1;
    const { kind: of, name } = command.key;
    const metadata = { name, uid: uid(`u${made}`), resourceVersion: resourceVersion(`${made}`) };
    const object = { kind: of, metadata, spec: command.spec };
    stored = given.isReplaced ? [object] : [...stored, object];
    return { outcome: { result: "object", object } };
  });

  const found = await probeTakenName(pumpTrial(target, kind));
  expect(found?.takenName).toBe(given.expected);
});

it("is accepted with another spec: names are unique only together with other fields", async () => {
  const [kind] = inferDialect(schema, { name: "ovens" }).dialect.kinds;
  if (kind === undefined) throw new Error("no kind was inferred");
  const stored: Resource[] = [];
  const target = pumpTarget((command: Command): Exchange => {
    if (command.verb === "list") return { outcome: { result: "list", items: stored } };
    if (command.verb !== "create") return { outcome: { result: "done" } };
    const { kind: of, name } = command.key;
    if (stored.some(({ spec }) => JSON.stringify(spec) === JSON.stringify(command.spec))) {
      const refusal = { reason: "alreadyExists", message: "taken", causes: [] } as const;
      return { outcome: { result: "refused", refusal } };
    }
    const made = stored.length + 1;
    const metadata = { name, uid: uid(`u${made}`), resourceVersion: resourceVersion(`${made}`) };
    const object = { kind: of, metadata, spec: command.spec };
    stored.push(object);
    return { outcome: { result: "object", object } };
  });
  const trial = pumpTrial(target, kind);

  expect(await probeTakenName(trial)).toEqual({
    takenName: "accepted",
    isRefusedWithSameSpec: true,
  });
  expect(trial.notes.at(["kinds", "Oven", "semantics", "takenName"])?.reason).toBe(
    "accepted: two objects with different specs had the same name and different ids",
  );
});
