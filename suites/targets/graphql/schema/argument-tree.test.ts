import { describe, expect, it } from "vitest";
import { addMembers, fillArguments, hasPlaceholder } from "./argument-tree.ts";

describe("fillArguments", () => {
  it.each([
    { name: "a placeholder", tree: { a: "$name" }, filled: { a: "web" } },
    { name: "a placeholder without a value", tree: { a: "$uid", b: 1 }, filled: { b: 1 } },
    {
      name: "an object that is emptied",
      tree: { a: { b: { c: "$uid" } }, d: 1 },
      filled: { d: 1 },
    },
    { name: "an object that was empty", tree: { a: {} }, filled: { a: {} } },
    { name: "an empty value", tree: { a: "$spec" }, filled: { a: {} } },
    { name: "a list", tree: { a: ["$name", "$uid", 2] }, filled: { a: ["web", 2] } },
    { name: "constants", tree: { a: true, b: null, c: "x" }, filled: { a: true, b: null, c: "x" } },
    { name: "an escaped dollar", tree: { a: "$$name" }, filled: { a: "$name" } },
    { name: "a dollar within a text", tree: { a: "5$name" }, filled: { a: "5$name" } },
    { name: "nothing left", tree: { a: "$uid" }, filled: {} },
  ])("fills $name", ({ tree, filled }) => {
    expect(fillArguments(tree, { $name: "web", $spec: {} })).toEqual(filled);
  });
});

describe("hasPlaceholder", () => {
  it.each([
    { tree: "$dryRun", has: true },
    { tree: { a: [1, { b: "$dryRun" }] }, has: true },
    { tree: { $dryRun: null, a: "$$dryRun", b: "x$dryRun" }, has: false },
    { tree: null, has: false },
  ])("in $tree: $has", ({ tree, has }) => {
    expect(hasPlaceholder(tree, "$dryRun")).toBe(has);
  });
});

describe("addMembers", () => {
  it("adds to the existing content, and merges objects", () => {
    const tree = { input: { name: "a", status: { count: 1, nested: { x: 1 } } } };
    expect(addMembers(tree, "input.status", { nested: { y: 2 }, count: 3 })).toEqual({
      input: { name: "a", status: { count: 3, nested: { x: 1, y: 2 } } },
    });
    expect(tree.input.status.count).toBe(1);
  });

  it("creates the object if it is absent", () => {
    expect(addMembers({}, "input.spec", { a: 1 })).toEqual({ input: { spec: { a: 1 } } });
  });

  it("treats a field named __proto__ as a field", () => {
    const added = addMembers({ input: {} }, "input", JSON.parse('{"__proto__":{"a":1}}'));
    expect(JSON.stringify(added)).toBe('{"input":{"__proto__":{"a":1}}}');
  });
});

describe("fillArguments with members and texts", () => {
  const values = { $name: "a", $status: { phase: "Busy", inner: { n: 1 } }, $spec: {} };

  it.each([
    { tree: { a: "$status.phase" }, filled: { a: "Busy" } },
    { tree: { a: "$status.inner.n" }, filled: { a: 1 } },
    { tree: { a: "$status.absent" }, filled: {} },
    { tree: { n: "$name", $members: "$status" }, filled: { n: "a", ...values.$status } },
    { tree: { n: "$name", $members: "$spec" }, filled: { n: "a" } },
    { tree: { n: "$name", set: { $members: "$spec" } }, filled: { n: "a", set: {} } },
    { tree: { n: "$name", set: { $members: "$patch" } }, filled: { n: "a" } },
    {
      tree: { o: { $jsonText: { metadata: { name: "$name" }, spec: "$spec", rv: "$uid" } } },
      filled: { o: '{"metadata":{"name":"a"},"spec":{}}' },
    },
    {
      tree: { o: { $jsonText: { b: 1, a: { d: 2, c: 3 } } } },
      filled: { o: '{"a":{"c":3,"d":2},"b":1}' },
    },
    { tree: { o: { $jsonText: "$uid" } }, filled: {} },
  ])("$tree is filled", ({ tree, filled }) => {
    expect(fillArguments({ input: tree }, values)).toEqual(
      Object.keys(filled).length === 0 ? {} : { input: filled },
    );
  });
});
