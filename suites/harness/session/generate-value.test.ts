import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import type { ValueShape } from "#targets";
import { generateValue } from "./generate-value.ts";
import { randomFor } from "./random.ts";

const shapes: readonly { readonly shape: ValueShape; readonly schema: object }[] = [
  { shape: { kind: "boolean" }, schema: { type: "boolean" } },
  {
    shape: { kind: "integer", least: -2, most: 2 },
    schema: { type: "integer", minimum: -2, maximum: 2 },
  },
  {
    shape: { kind: "number", least: 0.5, most: 1 },
    schema: { type: "number", minimum: 0.5, maximum: 1 },
  },
  {
    shape: { kind: "text", shortest: 2, longest: 4 },
    schema: { type: "string", minLength: 2, maxLength: 4 },
  },
  {
    shape: { kind: "text", shortest: 0, longest: 4, form: "word" },
    schema: { type: "string", pattern: "^[A-Z][a-z]{0,3}$" },
  },
  {
    shape: { kind: "text", shortest: 20, longest: 30, form: "instant" },
    schema: { type: "string", pattern: "^202\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$" },
  },
  { shape: { kind: "choice", values: ["a", 1, null] }, schema: { enum: ["a", 1, null] } },
  {
    shape: { kind: "list", items: { kind: "boolean" }, fewest: 1, most: 3 },
    schema: { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 3 },
  },
  {
    shape: {
      kind: "object",
      members: [
        { name: "a", shape: { kind: "boolean" }, isRequired: true },
        { name: "b", shape: { kind: "boolean" }, isRequired: false },
      ],
    },
    schema: {
      type: "object",
      required: ["a"],
      properties: { a: { type: "boolean" }, b: { type: "boolean" } },
      additionalProperties: false,
    },
  },
  {
    shape: { kind: "map", values: { kind: "boolean" } },
    schema: { type: "object", additionalProperties: { type: "boolean" } },
  },
];

describe("generateValue", () => {
  it.each(shapes)("generates valid values of the shape $shape.kind", ({ shape, schema }) => {
    const validate = new Ajv({ strictRequired: false }).compile(schema);
    const random = randomFor(1, "values");
    const made = Array.from({ length: 200 }, () => generateValue(shape, random));

    expect(made.filter((value) => !validate(value))).toEqual([]);
    expect(new Set(made.map((value) => JSON.stringify(value))).size).toBeGreaterThan(1);
  });

  it("reaches both bounds", () => {
    const random = randomFor(1, "bounds");
    const made = Array.from({ length: 200 }, () =>
      generateValue({ kind: "integer", least: 0, most: 3 }, random),
    );
    expect(new Set(made)).toEqual(new Set([0, 1, 2, 3]));
  });

  it("generates distinct keys for the items of a list", () => {
    const items: ValueShape = {
      kind: "object",
      members: [
        { name: "type", shape: { kind: "choice", values: ["A", "B"] }, isRequired: true },
        { name: "n", shape: { kind: "integer", least: 0, most: 9 }, isRequired: true },
      ],
    };
    const random = randomFor(1, "unique");
    const shape: ValueShape = { kind: "list", items, fewest: 4, most: 4, uniqueBy: ["type"] };
    const lengths = Array.from({ length: 50 }, () => {
      const list = generateValue(shape, random);
      return Array.isArray(list) ? list.length : 0;
    });
    expect(Math.max(...lengths)).toBe(2);
  });

  it("returns the same value for the same seed", () => {
    const shape: ValueShape = { kind: "text", shortest: 5, longest: 9 };
    const once = generateValue(shape, randomFor(7, "x"));
    expect(generateValue(shape, randomFor(7, "x"))).toBe(once);
    expect(generateValue(shape, randomFor(8, "x"))).not.toBe(once);
  });
});
