import { expect, test } from "vitest";
import type { JsonValue } from "#contract";
import { describeJson } from "./describe-json.ts";

const limit = 300;

test.each([
  { value: null, shown: "null" },
  { value: 'a"b', shown: String.raw`"a\"b"` },
  { value: [], shown: "[]" },
  { value: {}, shown: "{}" },
  { value: { a: [1, { b: false }], c: "d" }, shown: '{"a": [1, {"b": false}], "c": "d"}' },
  { value: "x".repeat(400), shown: `"${"x".repeat(299)}… (102 more characters)` },
])("$shown", ({ value, shown }) => {
  expect(describeJson(value, limit)).toBe(shown);
});

test("a value that is nested without end is shown to a depth", () => {
  let value: JsonValue = 1;
  for (let depth = 0; depth < 100_000; depth += 1) value = [value];

  expect(describeJson(value, limit)).toBe(`${"[".repeat(24)}…${"]".repeat(24)}`);
});
