import { buildSchema, isInputType } from "graphql";
import { expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { coerce } from "./coerce.ts";

const schema = buildSchema(`
  input Root { count: Int, phase: Phase, list: [Item!], inner: Item }
  input Item { type: String!, note: String }
  enum Phase { On Off }
  type Query { a: Int }
`);

function coerceRoot(value: JsonValue): ReturnType<typeof coerce> {
  const type = schema.getType("Root");
  if (!isInputType(type)) throw new Error("The schema has no Root.");
  return coerce(value, type, "status");
}

it("returns matching values unchanged, including nulls", () => {
  const value = { count: 1, phase: "On", list: [{ type: "a", note: null }], inner: null };

  expect(coerceRoot(value)).toEqual({ value, causes: [] });
});

interface Mistake {
  readonly name: string;
  readonly value: JsonValue;
  readonly field: string;
  readonly reason: string;
}

const mistakes: readonly Mistake[] = [
  {
    name: "a wrong type",
    value: { count: "1" },
    field: "status.count",
    reason: "FieldValueInvalid",
  },
  { name: "a fraction", value: { count: 1.5 }, field: "status.count", reason: "FieldValueInvalid" },
  {
    name: "an unknown enum value",
    value: { phase: "Up" },
    field: "status.phase",
    reason: "FieldValueInvalid",
  },
  { name: "an unknown field", value: { spec: {} }, field: "status.spec", reason: "FieldUnknown" },
  {
    name: "an inherited name",
    value: { toString: 1 },
    field: "status.toString",
    reason: "FieldUnknown",
  },
  {
    name: "a missing field",
    value: { list: [{ type: "a" }, {}] },
    field: "status.list[1].type",
    reason: "FieldValueRequired",
  },
  {
    name: "null for a required field",
    value: { list: [null] },
    field: "status.list[0]",
    reason: "FieldValueInvalid",
  },
  { name: "no object", value: { inner: 1 }, field: "status.inner", reason: "FieldValueInvalid" },
];

it.each(mistakes)("rejects $name at its path", ({ value, field, reason }) => {
  expect(coerceRoot(value).causes).toEqual([expect.objectContaining({ field, reason })]);
});

it("finds all mistakes at once", () => {
  const { causes } = coerceRoot({ count: "x", phase: "Up", more: 1 });

  expect(causes.map((cause) => cause.field)).toEqual([
    "status.count",
    "status.phase",
    "status.more",
  ]);
});

it("drops unknown fields", () => {
  expect(coerceRoot({ count: 1, more: 1 }).value).toEqual({ count: 1 });
});

it("coerces a single value to a list, as GraphQL does", () => {
  expect(coerceRoot({ list: { type: "a" } }).value).toEqual({ list: [{ type: "a" }] });
});
