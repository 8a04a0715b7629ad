import { expect, test } from "vitest";
import { parseEdn } from "./edn.ts";

test.each([
  { name: "a set", text: "#{1 2}", value: [1, 2] },
  { name: "a set in a vector", text: "[#{1 2}]", value: [[1, 2]] },
  { name: "a set in a map", text: "{:a #{1 2}}", value: { ":a": [1, 2] } },
  { name: "a map in a set", text: "#{{:a 1}}", value: [{ ":a": 1 }] },
  { name: "a map after a set", text: "[#{1} {:a 1}]", value: [[1], { ":a": 1 }] },
  { name: "a tagged set", text: "#tag #{1}", value: [1] },
  { name: "a tagged map in a set", text: "#{#a.b.C{:a 1}}", value: [{ ":a": 1 }] },
])("the EDN of $name is parsed", ({ text, value }) => {
  expect(parseEdn(text)).toEqual(value);
});

test.each(["# {}", "#[1]", "#{1", "{:a 1} {}"])("%s is not EDN", (text) => {
  expect(parseEdn(text)).toBeUndefined();
});
