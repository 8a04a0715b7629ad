import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import { randomDefinition } from "./random-definition.ts";

const seeds = Array.from({ length: 300 }, (_, index) => index + 1);
const definitions = seeds.map((seed) => randomDefinition(seed));
const texts = definitions.map(({ object }) => JSON.stringify(object));

const later = seeds.map((seed) => randomDefinition(6_000 + seed));
const laterTexts = later.map(({ object }) => JSON.stringify(object));

describe("random definitions", () => {
  it("are repeated by their seed", () => {
    expect(randomDefinition(7)).toEqual(randomDefinition(7));
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("come with three specs of which none equals another", () => {
    for (const { bodies } of definitions) {
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(3);
    }
  });

  it.each([
    "additionalProperties",
    "anyOf",
    "default",
    "deprecated",
    "enum",
    "exclusiveMinimum",
    "format",
    "maxItems",
    "maxLength",
    "maximum",
    "messageExpression",
    "minItems",
    "minProperties",
    "multipleOf",
    "not",
    "nullable",
    "oldSelf",
    "oneOf",
    "pattern",
    "scale",
    "selectableFields",
    "Cluster",
    "self.metadata.name",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-map-type",
    "x-kubernetes-preserve-unknown-fields",
  ])("use %s", (word) => {
    expect(texts.some((text) => text.includes(word))).toBe(true);
  });

  it("have no field of the author that every object has", () => {
    const roots = definitions.filter(({ body }) => body === "root");

    for (const { bodies } of roots) {
      for (const body of bodies) expect(Object.keys(body)).not.toContain("kind");
    }
    expect(JSON.stringify(randomDefinition(2021).object)).not.toContain("has(self.kind)");
  });

  it("include kinds without a spec, without a status subresource, and with several versions", () => {
    expect(definitions.some(({ body }) => body === "root")).toBe(true);
    expect(definitions.some(({ hasStatus }) => !hasStatus)).toBe(true);
    expect(texts.some((text) => text.includes('"v1beta1"') && text.includes('"v1"'))).toBe(true);
  });
});

describe("random definitions of the second edition", () => {
  it("come with three specs of which none equals another", () => {
    for (const { bodies } of later) {
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(3);
    }
  });

  it.each([
    "(?i)",
    "[[:alnum:]]",
    "granular",
    "labelSelectorPath",
    "maxProperties",
    "oldSelf.hasValue()",
    "optionalOldSelf",
    "self >= duration(",
    '"enum":[true]',
    '"maxItems":1',
    '"maxLength":1}',
    '"maximum":1,',
    '"maxLength":58',
  ])("use %s, which the first edition lacks", (word) => {
    expect(laterTexts.some((text) => text.includes(word))).toBe(true);
  });

  it("include versions that lack a property of the status", () => {
    const differing = later.filter(({ object: { spec } }) => {
      const versions = isJsonObject(spec) ? spec["versions"] : undefined;
      const schemas = Array.isArray(versions) ? versions.filter(isJsonObject) : [];
      return new Set(schemas.map(({ schema }) => JSON.stringify(schema))).size > 1;
    });

    expect(differing.length).toBeGreaterThan(5);
  });
});
