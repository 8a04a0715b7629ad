import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonEquals } from "./json.ts";
import { containsValue, isSameInstant, isSameValue } from "./same-value.ts";

describe("isSameInstant", () => {
  it.each([
    ["Z and +00:00", "2026-11-21T10:00:00Z", "2026-11-21T10:00:00+00:00"],
    ["another zone", "2026-11-21T10:00:00Z", "2026-11-21T12:00:00+02:00"],
    ["small letters", "2026-11-21T10:00:00Z", "2026-11-21t10:00:00z"],
    ["milliseconds and none", "2026-11-21T10:00:00.999Z", "2026-11-21T10:00:00Z"],
    ["milliseconds and nanoseconds", "2026-11-21T10:00:00.123Z", "2026-11-21T10:00:00.123456789Z"],
    ["rounded up", "2026-11-21T10:00:00.9996Z", "2026-11-21T10:00:01.000Z"],
    ["nanoseconds without their last zeros", "2026-11-21T10:00:00.12Z", "2026-11-21T10:00:00.120Z"],
    ["a zone of its own and a fraction", "2026-11-21T23:30:00.5-01:00", "2026-11-22T00:30:00Z"],
  ])("finds equal: %s", (_, left, right) => {
    expect([isSameInstant(left, right), isSameInstant(right, left)]).toEqual([true, true]);
  });

  it.each([
    ["one second later", "2026-11-21T10:00:00Z", "2026-11-21T10:00:01Z"],
    ["one nanosecond later", "2026-11-21T10:00:00.000000001Z", "2026-11-21T10:00:00.000000002Z"],
    ["a time of another second", "2026-11-21T10:00:00.999Z", "2026-11-21T10:00:02Z"],
    ["the next second, not rounded", "2026-11-21T10:00:00.400Z", "2026-11-21T10:00:01Z"],
    ["a local time", "2026-11-21T10:00:00", "2026-11-21T10:00:00Z"],
    ["a date", "2026-11-21", "2026-11-21T00:00:00Z"],
    ["no day of that name", "2026-13-41T10:00:00Z", "2026-13-41T10:00:00+00:00"],
    ["other texts", "a", "b"],
    ["texts of that length", "conditions-are-great-x", "conditions-are-great-y"],
  ])("distinguishes: %s", (_, left, right) => {
    expect([isSameInstant(left, right), isSameInstant(right, left)]).toEqual([false, false]);
  });
});

describe("isSameValue", () => {
  const json = fc.jsonValue();

  it("finds every value equal to itself, and is symmetric if both were shown", () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        expect(isSameValue(left, structuredClone(left))).toBe(true);
        expect(isSameValue(left, right)).toBe(isSameValue(right, left));
      }),
    );
  });

  it("treats values as equal exactly if their JSON is equal", () => {
    const object = fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.constant(null)));
    fc.assert(
      fc.property(object, object, (left, right) => {
        const equal = jsonEquals(left, right);
        expect(isSameValue(left, right, "verbatim")).toBe(equal);
      }),
    );
  });

  it.each<readonly [string, unknown, unknown]>([
    ["absent and null", {}, { a: null }],
    ["absent and an empty list", { a: [] }, {}],
    ["absent and an empty object", { a: {} }, {}],
    ["absent and an object of nothing", undefined, { a: { b: [], c: null } }],
    ["inside of list items", [{ a: 1, b: [] }], [{ a: 1 }]],
    [
      "times at any depth",
      { a: [{ t: "2026-01-01T00:00:00Z" }] },
      { a: [{ t: "2026-01-01T00:00:00.000+00:00" }] },
    ],
  ])("forgives: %s", (_, left, right) => {
    expect(isSameValue(left, right)).toBe(true);
  });

  it.each<readonly [string, unknown, unknown]>([
    ["absent and 0", {}, { a: 0 }],
    ["absent and an empty text", {}, { a: "" }],
    ["absent and false", {}, { a: false }],
    ["absent and a list of nothing", {}, { a: [null] }],
    ["an empty list and an empty object", { a: [] }, { a: {} }],
    ["an item more", [{}], [{}, {}]],
    ["a member that every object inherits", { toString: 1 }, {}],
    [
      "versions, though they look like times",
      { resourceVersion: "2026-01-01T00:00:00Z" },
      { resourceVersion: "2026-01-01T00:00:00.5Z" },
    ],
    [
      "what managers own",
      { managedFields: [{ fields: { "f:a": {} } }] },
      { managedFields: [{ fields: {} }] },
    ],
  ])("does not forgive: %s", (_, left, right) => {
    expect(isSameValue(left, right)).toBe(false);
  });
});

describe("containsValue", () => {
  const stored = { size: 1, pods: [{ name: "a", policy: "Always" }], note: "" };

  it.each([
    { name: "the same value", sent: stored, expected: true },
    {
      name: "a value without defaults in a list item",
      sent: { pods: [{ name: "a" }] },
      expected: true,
    },
    { name: "an absent property that is empty", sent: { size: 1, labels: {} }, expected: true },
    { name: "another value", sent: { size: 2 }, expected: false },
    { name: "another value in a list item", sent: { pods: [{ name: "b" }] }, expected: false },
    { name: "a longer list", sent: { pods: [{ name: "a" }, { name: "a" }] }, expected: false },
    { name: "a new property", sent: { size: 1, color: "red" }, expected: false },
  ])("$name: $expected", ({ sent, expected }) => {
    expect(containsValue(stored, sent)).toBe(expected);
  });
});
