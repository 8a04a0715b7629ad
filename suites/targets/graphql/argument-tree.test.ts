import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, WatchCommand } from "#contract";
import { addMembers, fillArguments, placeholderValues } from "./argument-tree.ts";

const key = { kind: "Widget", namespace: "default", name: "a" };

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

describe("placeholderValues", () => {
  it.each<{ command: Command | WatchCommand; values: object }>([
    {
      command: { verb: "create", identity: "author", key, spec: { a: 1 }, labels: { l: "1" } },
      values: { $spec: { a: 1 }, $labels: { l: "1" } },
    },
    { command: { verb: "read", identity: "reader", key }, values: {} },
    {
      command: {
        verb: "updateStatus",
        identity: "controller",
        key,
        status: { b: null },
        resourceVersion: resourceVersion("7"),
        uid: uid("u"),
      },
      values: { $status: { b: null }, $resourceVersion: "7", $uid: "u" },
    },
  ])("of $command.verb", ({ command, values }) => {
    const common = { $kind: "WIDGET", $namespace: "default", $name: "a" };
    expect(placeholderValues(command, "WIDGET")).toStrictEqual({ ...common, ...values });
  });

  it("says a selector in three ways, and leaves out what is not asked for", () => {
    const command: WatchCommand = {
      verb: "watch",
      identity: "reader",
      kind: "Widget",
      selector: { app: "web", tier: "front" },
      resourceVersion: resourceVersion("9"),
    };
    expect(placeholderValues(command, "Widget")).toStrictEqual({
      $kind: "Widget",
      $cursor: "9",
      $selector: { app: "web", tier: "front" },
      $selectorPairs: [
        { key: "app", value: "web" },
        { key: "tier", value: "front" },
      ],
      $selectorText: "app=web,tier=front",
    });
  });
});

describe("addMembers", () => {
  it("adds beside what is there, and merges objects", () => {
    const tree = { input: { name: "a", status: { count: 1, nested: { x: 1 } } } };
    expect(addMembers(tree, "input.status", { nested: { y: 2 }, count: 3 })).toEqual({
      input: { name: "a", status: { count: 3, nested: { x: 1, y: 2 } } },
    });
    expect(tree.input.status.count).toBe(1);
  });

  it("creates the object where it is absent", () => {
    expect(addMembers({}, "input.spec", { a: 1 })).toEqual({ input: { spec: { a: 1 } } });
  });

  it("takes a member named __proto__ for a member", () => {
    const added = addMembers({ input: {} }, "input", JSON.parse('{"__proto__":{"a":1}}'));
    expect(JSON.stringify(added)).toBe('{"input":{"__proto__":{"a":1}}}');
  });
});
