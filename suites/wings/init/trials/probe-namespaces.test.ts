import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command } from "#contract";
import type { Exchange } from "#targets";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { Notebook } from "../schema/notebook.ts";
import { learnSecondNamespace } from "./probe-namespaces.ts";
import { pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";

const schema = buildSchema(`
  type Query { oven(site: String!, name: String!): Oven  ovens(site: String!): [Oven!]! }
  type Oven { site: String! name: String! uid: ID! rev: String! recipe: Recipe! readings: Readings }
  type Recipe { celsius: Int! }
  input RecipeInput { celsius: Int! }
  type Readings { celsius: Float }
  input ReadingsInput { celsius: Float }
  type Mutation {
    createOven(site: String!, name: String!, recipe: RecipeInput!): Oven!
    updateOven(site: String!, name: String!, rev: String!, recipe: RecipeInput!): Oven!
    reportOven(site: String!, name: String!, rev: String!, readings: ReadingsInput!): Oven!
    deleteOven(site: String!, name: String!): Boolean!
  }
`);

/** The target accepts every object if `isOpen` is set, and otherwise only objects in `default`. */
async function learned(
  isOpen: boolean,
  given?: readonly string[],
): Promise<{
  readonly namespaces: readonly string[] | undefined;
  readonly verbs: string[];
  readonly isConfirmed?: boolean;
}> {
  const { dialect } = inferDialect(schema, { name: "ovens", namespaces: given ?? ["default"] });
  const verbs: string[] = [];
  const target = pumpTarget((command: Command): Exchange => {
    verbs.push(command.verb);
    if (!("key" in command)) return { outcome: { result: "done" } };
    const { kind, ...place } = command.key;
    const metadata = { ...place, uid: uid("u1"), resourceVersion: resourceVersion("1") };
    return isOpen || place.namespace === "default"
      ? { outcome: { result: "object", object: { kind, metadata, spec: {} } } }
      : {
          outcome: {
            result: "refused",
            refusal: { reason: "notFound", message: "no such site", causes: [] },
          },
        };
  });
  const [kind] = dialect.kinds;
  if (kind === undefined) throw new Error("no kind was inferred");
  const trial = pumpTrial(target, kind);
  const means = {
    ...trial.means,
    ...(given === undefined ? {} : { namespaces: given }),
    connect: () => Promise.resolve(target),
  };
  const shared = { means, notes: new Notebook(), refusals: [], receipts: trial.receipts };
  const found = await learnSecondNamespace(dialect, kind.name, shared);
  const path = shared.notes.at(["kinds", kind.name, "paths", "namespace"]);
  return {
    namespaces: found.kinds[0]?.namespaces,
    verbs,
    ...(path === undefined ? {} : { isConfirmed: path.confidence === "high" }),
  };
}

it("adds a second namespace in which an object can be created, and removes the object", async () => {
  expect(await learned(true)).toEqual({
    namespaces: ["default", "conformance"],
    verbs: ["create", "read", "delete"],
    isConfirmed: true,
  });
});

it("confirms the path of the namespace in the second of several given namespaces", async () => {
  expect(await learned(true, ["default", "north"])).toEqual({
    namespaces: ["default", "north"],
    verbs: ["create", "read", "delete"],
    isConfirmed: true,
  });
  expect(await learned(false, ["default", "north"])).toEqual({
    namespaces: ["default", "north"],
    verbs: ["create"],
  });
});

it("keeps a single namespace if another one does not exist", async () => {
  expect((await learned(false)).namespaces).toEqual(["default"]);
});

it("keeps given namespaces without a request", async () => {
  expect(await learned(true, ["default"])).toEqual({ namespaces: ["default"], verbs: [] });
});

it("adds an owner that contains no object yet", async () => {
  const stations = buildSchema(`
    type Query { engine(station: String!, name: String!): Engine  engines(station: String!): [Engine!]!  stations: [Station!]! }
    type Station { code: String! title: String! }
    type Engine { station: String! name: String! uid: ID! rev: String! plan: Plan! facts: Facts }
    type Plan { wagons: Int! }
    input PlanInput { wagons: Int! }
    type Facts { speed: Float }
    input FactsInput { speed: Float }
    type Mutation {
      createEngine(station: String!, name: String!, plan: PlanInput!): Engine!
      updateEngine(station: String!, name: String!, rev: String!, plan: PlanInput!): Engine!
      reportEngine(station: String!, name: String!, rev: String!, facts: FactsInput!): Engine!
      deleteEngine(station: String!, name: String!): Boolean!
    }
  `);
  const { dialect } = inferDialect(stations, { name: "engines", namespaces: ["nord"] });
  const [kind] = dialect.kinds;
  if (kind === undefined) throw new Error("no kind was inferred");
  const codes = ["nord", "sued"];
  const target = pumpTarget((command: Command): Exchange => {
    if (!("key" in command)) {
      const items = codes.map((name) => ({
        kind: "Station",
        metadata: { name, uid: uid(name), resourceVersion: resourceVersion("1") },
        spec: {},
      }));
      return { outcome: { result: "list", items } };
    }
    const { kind: of, ...place } = command.key;
    const metadata = { ...place, uid: uid("u1"), resourceVersion: resourceVersion("1") };
    return { outcome: { result: "object", object: { kind: of, metadata, spec: {} } } };
  });
  const trial = pumpTrial(target, kind);
  const means = { ...trial.means, schema: stations, connect: () => Promise.resolve(target) };
  const shared = { means, notes: new Notebook(), refusals: [], receipts: trial.receipts };
  const found = await learnSecondNamespace(dialect, kind.name, shared);

  expect(found.kinds[0]?.namespaces).toEqual(codes);
});
