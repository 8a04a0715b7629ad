import { buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function schemaWith(word: string, version = "version: String"): GraphQLSchema {
  return buildSchema(`
    scalar JSON
    type Meta { project: String! name: String! uid: ID! version: String! generation: Int! }
    type Observed { phase: String device: String }
    type Volume { meta: Meta! desired: JSON! observed: Observed }
    type Profile { meta: Meta! desired: JSON! }
    input Key { project: String! name: String! }
    input ObservedInput { phase: String device: String }
    type Query { volume(key: Key!): Volume profile(key: Key!): Profile }
    type Mutation {
      ${word}Volume(key: Key!, ${version}, desired: JSON!): Volume!
      observeVolume(key: Key!, version: String!, observed: ObservedInput!): Volume!
      deleteVolume(key: Key!, version: String): Volume!
      ${word}Profile(key: Key!, ${version}, desired: JSON!): Profile!
      deleteProfile(key: Key!, version: String): Profile!
    }
  `);
}

const key = { project: "$namespace", name: "$name" };

describe("a mutation that takes an optional version, if no other mutation creates objects", () => {
  it.each(["apply", "put", "upsert", "save"])("creates and updates by %s", (word) => {
    const schema = schemaWith(word);
    const { dialect } = inferDialect(schema, { name: "volumes" });
    const [volume] = dialect.kinds;
    expect(volume).toMatchObject({
      paths: { spec: "desired", status: "observed" },
      operations: {
        create: [{ id: `${word}Volume`, arguments: { key, desired: "$spec" } }],
        update: [
          {
            id: `${word}Volume`,
            arguments: { key, version: "$resourceVersion", desired: "$spec" },
          },
        ],
        updateStatus: [{ id: "observeVolume" }],
      },
    });
    expect(volume?.operations.create[0]?.arguments).not.toHaveProperty("version");
    expect(() => prepareDialect(schema, dialect)).not.toThrow();
  });

  it("writes no status of a kind without one", () => {
    const { dialect } = inferDialect(schemaWith("apply"), { name: "volumes" });
    const profile = dialect.kinds.find(({ name }) => name === "Profile");
    expect(profile?.paths).not.toHaveProperty("status");
    expect(profile?.operations).toMatchObject({
      create: [{ id: "applyProfile" }],
      update: [{ id: "applyProfile" }],
      updateStatus: [],
    });
  });
});

describe("a mutation that only changes objects", () => {
  it.each([
    ["update", "version: String"],
    ["apply", "version: String!"],
  ])("does not create them: %s with %s", (word, version) => {
    const { dialect } = inferDialect(schemaWith(word, version), { name: "volumes" });
    expect(dialect.kinds.flatMap(({ operations }) => operations.create)).toEqual([]);
  });
});
