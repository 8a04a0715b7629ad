import { expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import { statusShape } from "./status-shape.ts";

function shapeOf(property: JsonValue, value: JsonValue, more: JsonObject = {}): unknown {
  const schema = { type: "object", properties: { value: property, ...more } };
  const served = { root: {}, parts: new Map() };
  const shape = statusShape(schema, { served, sample: { value }, fixed: new Set(["fixed"]) });
  return shape?.kind === "object" ? shape.members[0]?.shape : undefined;
}

const integers = {
  kind: "integer",
  most: Number.MAX_SAFE_INTEGER,
  largest: Number.MAX_SAFE_INTEGER,
} as const;

it.each<{ property: JsonObject; value: JsonValue; shape: unknown }>([
  { property: { type: "boolean" }, value: true, shape: { kind: "boolean" } },
  {
    property: { type: "string", maxLength: 9 },
    value: "a",
    shape: { kind: "text", shortest: 0, longest: 9 },
  },
  {
    property: { type: "integer", format: "int32", minimum: 0 },
    value: 1,
    shape: { kind: "integer", least: 0, most: 2 ** 31 - 1, largest: 2 ** 31 - 1 },
  },
  {
    property: { type: "integer", format: "int64", minimum: 0 },
    value: 1,
    shape: { ...integers, least: 0, isWide: true },
  },
  {
    property: { type: "integer", format: "int64", maximum: 2 ** 53 - 1, minimum: 0 },
    value: 1,
    shape: { ...integers, least: 0 },
  },
  {
    property: { type: "integer", minimum: 0 },
    value: 1,
    shape: { ...integers, least: 0 },
  },
  {
    property: { type: "integer", maximum: 7, minimum: 1 },
    value: 1,
    shape: { kind: "integer", least: 1, most: 7, largest: 7 },
  },
  {
    property: { type: "string", enum: ["A", "B", ""] },
    value: "A",
    shape: { kind: "choice", values: ["A", "B"] },
  },
  {
    property: { type: "array", items: { type: "string" } },
    value: ["a"],
    shape: {
      kind: "list",
      items: { kind: "text", shortest: 0, longest: 10_000 },
      fewest: 0,
      most: 10_000,
    },
  },
])("derives the shape of $property", ({ property, value, shape }) => {
  expect(shapeOf(property, value)).toEqual(shape);
});

it.each<{ property: JsonObject; value: JsonValue }>([
  { property: { type: "string", format: "date-time" }, value: "2024-01-01T00:00:00Z" },
  { property: { type: "string", pattern: "^a$" }, value: "a" },
  { property: { "x-kubernetes-int-or-string": true }, value: 1 },
  { property: { type: "string", oneOf: [{ minLength: 1 }] }, value: "a" },
  { property: { type: "integer", format: "port" }, value: 1 },
  { property: { type: "integer", enum: [1, 2] }, value: 1 },
  {
    property: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
    value: ["a"],
  },
  { property: { type: "object", additionalProperties: { type: "string" } }, value: { a: "b" } },
])("derives no shape of $property", ({ property, value }) => {
  expect(shapeOf(property, value)).toBeUndefined();
});

it("omits conditions, observed generations and fields in another form", () => {
  const text = { type: "string" };
  const names = ["conditions", "observedGeneration", "fixed", "free"];
  const schema = { type: "object", properties: Object.fromEntries(names.map((n) => [n, text])) };
  const sample = Object.fromEntries(names.map((name) => [name, "a"]));
  const served = { root: {}, parts: new Map() };

  expect(statusShape(schema, { served, sample, fixed: new Set(["fixed"]) })).toMatchObject({
    members: [{ name: "free" }],
  });
});
