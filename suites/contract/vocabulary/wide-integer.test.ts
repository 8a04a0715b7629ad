import { expect, it } from "vitest";
import { readWideIntegers, wideInteger, writeWideIntegers } from "./wide-integer.ts";

it.each([
  { json: '{"a":9007199254740993}', value: { a: "int64 9007199254740993" } },
  { json: "[ -9007199254740993, 1 ]", value: ["int64 -9007199254740993", 1] },
  { json: '{"a":9007199254740991}', value: { a: 9_007_199_254_740_991 } },
  { json: '{"a":9007199254740994}', value: { a: 9_007_199_254_740_994 } },
  // Some stores write all digits of a number that was sent as 1e21.
  { json: '{"a":1000000000000000000000}', value: { a: 1e21 } },
  { json: '{"a":"9007199254740993"}', value: { a: "9007199254740993" } },
  { json: '{"a":"\\" 9007199254740993,"}', value: { a: '" 9007199254740993,' } },
  { json: '{"a":9007199254740993.5}', value: { a: 9_007_199_254_740_994 } },
  { json: '{"a":9.007199254740993e15}', value: { a: 9_007_199_254_740_992 } },
])("reads $json", ({ json, value }) => {
  expect(JSON.parse(readWideIntegers(json))).toEqual(value);
});

it("leaves text that is not JSON unchanged", () => {
  expect(readWideIntegers("request 9007199254740993 failed")).toBe(
    "request 9007199254740993 failed",
  );
});

it("reads what it has written", () => {
  const value = { a: wideInteger("9007199254740993"), b: "int64", c: "int64 7" };
  const json = writeWideIntegers(JSON.stringify(value));

  expect(json).toBe('{"a":9007199254740993,"b":"int64","c":"int64 7"}');
  expect(JSON.parse(readWideIntegers(json))).toEqual(value);
});

it("reads long strings", () => {
  const json = JSON.stringify({ a: `${'\\"x'.repeat(500_000)}9007199254740993`, b: 1 });

  expect(readWideIntegers(json)).toBe(json);
});
