import { expect, test } from "vitest";
import type { JsonValue } from "#contract";
import { compactJson, printJson } from "./print-json.ts";

test.each([
  { value: null, text: "null" },
  { value: [], text: "[]" },
  { value: {}, text: "{}" },
  { value: { a: [1, { b: false }], c: "d" }, text: '{"a": [1, {"b": false}], "c": "d"}' },
])("$text stays on one line", ({ value, text }) => {
  expect(printJson(value, 1000)).toBe(text);
});

test("a value longer than a line is indented, and stays the same", () => {
  const value = { list: Array.from({ length: 40 }, (_, i) => i), name: "x".repeat(60), deep: {} };
  const text = printJson(value, 10_000);
  expect(text.split("\n")).toHaveLength(46);
  expect(JSON.parse(text)).toEqual(value);
});

test("stops at its limit, regardless of the rest", () => {
  const value = Array.from({ length: 100_000 }, () => ({ name: "y".repeat(200) }));
  const text = printJson(value, 500);
  expect(text.length).toBeLessThan(900);
  expect(text).toContain("more characters");
});

test("a text of 50 MB is truncated in place", () => {
  const text = printJson({ huge: "z".repeat(50_000_000) }, 100);
  expect(text.length).toBeLessThan(300);
  expect(text).toMatch(/\(\d+ more characters\)/u);
});

test("a value that is nested without end is shown to a depth", () => {
  let value: JsonValue = 1;
  for (let depth = 0; depth < 100_000; depth += 1) value = [value];
  expect(printJson(value, 5000)).toContain("…");
  expect(compactJson(value, 5000)).toBeUndefined();
});

test.each<{ readonly value: JsonValue; readonly limit: number }>([
  { value: { a: [1, "ü", null, { b: true }], c: {}, d: [] }, limit: 100 },
  { value: "text", limit: 6 },
  { value: [], limit: 2 },
])("compact JSON of $value is what JSON.stringify writes", ({ value, limit }) => {
  expect(compactJson(value, limit)).toBe(JSON.stringify(value));
});

test("compact JSON is all or nothing", () => {
  expect(compactJson("text", 5)).toBeUndefined();
  expect(compactJson([1, 2, 3], 6)).toBeUndefined();
  expect(compactJson({ a: "z".repeat(50_000_000) }, 20_000)).toBeUndefined();
});
