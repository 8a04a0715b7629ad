import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonList, isJsonObject, jsonEquals, nameOfStep, pointerStep } from "./json.ts";
import type { JsonValue } from "./json.ts";

const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie("json"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

describe("jsonEquals", () => {
  it("finds every value equal to its copy", () => {
    fc.assert(fc.property(json, (value) => jsonEquals(value, copyOf(value))));
  });

  it("distinguishes two values if and only if their canonical texts differ", () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        expect(jsonEquals(left, right)).toBe(canonicalText(left) === canonicalText(right));
      }),
    );
  });

  it("is symmetric", () => {
    fc.assert(
      fc.property(json, json, (left, right) => jsonEquals(left, right) === jsonEquals(right, left)),
    );
  });

  it("ignores the order of properties", () => {
    fc.assert(fc.property(json, (value) => jsonEquals(value, turnedRound(value))));
  });

  it.each<readonly [string, JsonValue | undefined, JsonValue | undefined]>([
    ["items in another order", [1, 2], [2, 1]],
    ["a list that goes on", [1], [1, 2]],
    ["a list and an object of the same members", ["a"], { "0": "a" }],
    ["an empty list and an empty object", [], {}],
    ["another member of the same value", { a: 1 }, { b: 1 }],
    ["a member more", { a: 1 }, { a: 1, b: 2 }],
    ["a null member and none", { a: null }, {}],
    ["a number and its text", 1, "1"],
    ["false and zero", false, 0],
    ["null and an absent value", null, undefined],
    ["an object and an absent value", {}, undefined],
    // Every object inherits a `__proto__`, whose value has no enumerable properties either.
    ["a member and an inherited one", JSON.parse('{ "__proto__": {} }'), { a: 1 }],
    ["a difference deep inside", { a: [{ b: { c: 1 } }] }, { a: [{ b: { c: 2 } }] }],
  ])("distinguishes: %s", (_, left, right) => {
    expect(jsonEquals(left, right)).toBe(false);
    expect(jsonEquals(right, left)).toBe(false);
  });

  it("finds two absent values equal", () => {
    expect(jsonEquals(undefined, undefined)).toBe(true);
  });
});

describe("isJsonObject", () => {
  it("accepts exactly the JSON values whose text is in braces", () => {
    fc.assert(
      fc.property(json, (value) => isJsonObject(value) === JSON.stringify(value).startsWith("{")),
    );
  });

  it.each([[undefined], [() => "a function"], [Symbol("a symbol")], [1n]])(
    "rejects what JSON does not have: %s",
    (value) => {
      expect(isJsonObject(value)).toBe(false);
    },
  );
});

function copyOf(value: JsonValue): JsonValue {
  return structuredClone(value);
}

/** Copies a value with the properties of every object in reverse order. */
function turnedRound(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return isJsonList(value) ? value.map(turnedRound) : value;
  const members = Object.entries(value).map(([name, member]) => [name, turnedRound(member)]);
  return Object.fromEntries(members.toReversed());
}

/** Serializes a value as canonical JSON with sorted properties. Equal values result in equal strings. */
function canonicalText(value: JsonValue): string {
  if (isJsonList(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`,
  );
  return `{${members.toSorted().join(",")}}`;
}

it.each([
  ["replicas", "replicas"],
  ["lab.example/load", "lab.example~1load"],
  ["a~b", "a~0b"],
  ["a~1b", "a~01b"],
])("%s is a step of a pointer", (name, step) => {
  expect(pointerStep(name)).toBe(step);
  expect(nameOfStep(step)).toBe(name);
});
