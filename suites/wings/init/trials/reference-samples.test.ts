import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Resource } from "#contract";
import type { Exchange } from "#targets";
import type { Dialect } from "#targets/graphql";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { Notebook } from "../schema/notebook.ts";
import { createRepaired } from "./probe-samples.ts";
import { pumpShared, pumpTarget } from "../learning/pump-target.fixture.ts";

const schema = buildSchema(/* GraphQL */ `
  type Query {
    press(code: ID!): Press
    presses(page: Int = 1): PressPage
    dryer(code: ID!): Dryer
    dryers(page: Int = 1): DryerPage
  }
  type PressPage {
    data: [Press!]
    total: Int
  }
  type DryerPage {
    data: [Dryer!]
    total: Int
  }
  type Press {
    code: ID
    etag: String
    speed: Int!
  }
  type Dryer {
    code: ID
    etag: String
    pressCode: String!
    zones: Int!
    heat: Int
  }
  input AddDryerInput {
    code: ID!
    pressCode: String!
    zones: Int!
  }
  input ConfigureDryerInput {
    code: ID!
    pressCode: String
    zones: Int
  }
  input ReportDryerInput {
    code: ID!
    heat: Int
  }
  type Mutation {
    addDryer(input: AddDryerInput!): Dryer
    configureDryer(input: ConfigureDryerInput!, expectedEtag: String!): Dryer
    reportDryer(input: ReportDryerInput!, expectedEtag: String!): Dryer
    removeDryer(code: ID!, expectedEtag: String): Dryer
  }
`);

function object(kind: string, name: string): Resource {
  const metadata = { name, uid: uid(name), resourceVersion: resourceVersion("1") };
  return { kind, metadata, spec: {} };
}

async function created(presses: readonly string[]) {
  const { dialect } = inferDialect(schema, { name: "plant" });
  const answer = (one: Dialect, command: Command): Exchange => {
    if (command.verb === "list") {
      const names = one.kinds[0]?.name === "Press" ? presses : [];
      return { outcome: { result: "list", items: names.map((name) => object("Press", name)) } };
    }
    const isKnown = command.verb === "create" && command.spec["pressCode"] === "press-7";
    if (isKnown || command.verb === "read") {
      return { outcome: { result: "object", object: object("Dryer", "a") } };
    }
    const message = "no Press of this pressCode";
    return { outcome: { result: "refused", refusal: { reason: "invalid", message, causes: [] } } };
  };
  const notes = new Notebook();
  const shared = pumpShared((one) => pumpTarget((command) => answer(one, command)), {
    notes,
    means: { schema },
  });
  const repaired = await createRepaired(dialect, "Dryer", shared);
  const specs = repaired.dialect.kinds.find(({ name }) => name === "Dryer")?.samples.specs;
  return { key: repaired.key, specs, notes };
}

describe("a sample that refers to an object of another type", () => {
  it("refers to an existing one", async () => {
    const { key, specs } = await created(["press-7"]);

    expect(key).toBeDefined();
    expect(specs?.map((spec) => spec["pressCode"])).toEqual(["press-7", "press-7", "press-7"]);
  });

  it("is kept if none exists, because the field is required", async () => {
    const { key, notes } = await created([]);

    expect(key).toBeUndefined();
    expect(notes.at(["kinds", "Dryer", "samples", "specs"])?.reason).toBe(
      "pressCode refers to another object, and presses returned none: create one, and run init again",
    );
  });
});
