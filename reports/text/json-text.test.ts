import { expect, it } from "vitest";
import { foldedJson, jsonText } from "./json-text.ts";

const long = "x".repeat(200);

it.each([
  { name: "a short value", value: { a: [1, { b: null }] }, lines: ['{"a":[1,{"b":null}]}'] },
  {
    name: "a long list",
    value: { a: [{ b: long }, { b: { c: long } }], d: 1 },
    lines: [
      "{",
      '  "a": [',
      `    {"b":"${long}"},`,
      `    {"b":{"c":"${long}"}}`,
      "  ],",
      '  "d": 1',
      "}",
    ],
  },
  {
    name: "a list of one entry",
    value: [{ a: long, b: [] }],
    lines: ["[", "  {", `    "a": "${long}",`, '    "b": []', "  }", "]"],
  },
])("puts an entry of a list on one line: $name", ({ value, lines }) => {
  const text = foldedJson(value);

  expect(text.trimEnd().split("\n")).toEqual(lines);
  expect(JSON.parse(text)).toEqual(value);
});

it.each([jsonText, foldedJson])("escapes invisible characters: %o", (write) => {
  expect(write({ a: "\u202e😀" })).toContain("\\u202e😀");
});
