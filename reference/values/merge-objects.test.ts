import { expect, it } from "vitest";
import { mergeObjects, withoutNulls } from "./merge-objects.ts";

it.each([
  { name: "keeps omitted fields", stored: { a: 1 }, change: { b: 2 }, merged: { a: 1, b: 2 } },
  {
    name: "clears a field with null",
    stored: { a: 1, b: 2 },
    change: { a: null },
    merged: { b: 2 },
  },
  {
    name: "merges objects",
    stored: { a: { x: 1, y: 2 } },
    change: { a: { x: null, z: 3 } },
    merged: { a: { y: 2, z: 3 } },
  },
  { name: "replaces lists", stored: { a: [1, 2] }, change: { a: [3] }, merged: { a: [3] } },
  {
    name: "replaces a value with an object",
    stored: { a: 1 },
    change: { a: { x: 1 } },
    merged: { a: { x: 1 } },
  },
  {
    name: "leaves no null in new parents",
    stored: {},
    change: { a: { x: null } },
    merged: { a: {} },
  },
  {
    name: "leaves no null in list items",
    stored: {},
    change: { a: [{ x: null, y: 1 }] },
    merged: { a: [{ y: 1 }] },
  },
])("$name", ({ stored, change, merged }) => {
  expect(mergeObjects(stored, change)).toEqual(merged);
});

it("treats a property named __proto__ as plain data", () => {
  const merged = withoutNulls(JSON.parse('{"__proto__": {"polluted": true}}'));

  expect(Object.keys(merged)).toEqual(["__proto__"]);
  expect("polluted" in {}).toBe(false);
});
