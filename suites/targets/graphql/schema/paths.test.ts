import { describe, expect, it } from "vitest";
import { itemsAt, soleAt, valueAt } from "./paths.ts";

describe("valueAt", () => {
  it.each([
    { path: "", value: 1, found: 1 },
    { path: "a.b", value: { a: { b: 2 } }, found: 2 },
    { path: "a.b", value: { a: null }, found: null },
    { path: "a.b", value: { a: {} }, found: undefined },
    { path: "a.b", value: { a: [] }, found: undefined },
    { path: "a.b", value: { a: "b" }, found: undefined },
    { path: "constructor", value: {}, found: undefined },
  ])("finds $found at $path of $value", ({ path, value, found }) => {
    expect(valueAt(value, path)).toBe(found);
  });
});

describe("itemsAt", () => {
  it.each([
    { path: "", value: [1, 2], found: [1, 2] },
    { path: "items", value: { items: [] }, found: [] },
    { path: "edges.node", value: { edges: [{ node: 1 }, { node: 2 }] }, found: [1, 2] },
    { path: "items", value: { items: null }, found: undefined },
    { path: "items", value: { items: {} }, found: undefined },
    { path: "items", value: null, found: undefined },
    { path: "edges.node", value: { edges: [{ node: 1 }, {}] }, found: undefined },
  ])("finds $found at $path of $value", ({ path, value, found }) => {
    expect(itemsAt(value, path)).toEqual(found);
  });
});

describe("soleAt", () => {
  it.each([
    { path: "kiln", value: { kiln: 1 }, found: 1 },
    { path: "", value: [1], found: 1 },
    { path: "kiln", value: { kiln: null }, found: null },
    { path: "edges.node", value: { edges: [{ node: 1 }] }, found: 1 },
    { path: "edges.node", value: { edges: [] }, found: null },
    { path: "edges.node", value: { edges: [{ node: 1 }, { node: 2 }] }, found: [1, 2] },
    { path: "edges.node", value: { edges: [{}] }, found: undefined },
    { path: "edges.node", value: null, found: null },
  ])("finds $found at $path of $value", ({ path, value, found }) => {
    expect(soleAt(value, path)).toEqual(found);
  });
});
