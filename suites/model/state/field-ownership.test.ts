import { describe, expect, it } from "vitest";
import { applyStatus, leavesOf, mayHaveClaimed, takeChanged } from "./field-ownership.ts";
import type { Owners } from "./field-ownership.ts";

const owners = (of: Readonly<Record<string, readonly string[]>>): Owners =>
  new Map(Object.entries(of).map(([path, names]) => [path, new Set(names)]));

describe("an apply", () => {
  it("removes fields that its manager applied before, omits now and owned alone", () => {
    const stored = {
      status: { a: 1, b: 2, deep: { c: 3 } },
      owners: owners({ "/a": ["x"], "/b": ["x", "y"], "/deep/c": ["x"] }),
    };
    const applied = applyStatus(stored, "x", {});
    expect(applied.status).toEqual({ b: 2 });
    expect(applied.owners).toEqual(owners({ "/b": ["y"] }));
    expect(applied.conflicts).toEqual([]);
  });

  it("shares equal fields and conflicts with different ones", () => {
    const stored = { status: { a: 1, b: 2 }, owners: owners({ "/a": ["y"], "/b": ["y"] }) };
    const applied = applyStatus(stored, "x", { a: 1, b: 3 });
    expect(applied.conflicts).toEqual(["/b"]);
    expect(applied.owners).toEqual(owners({ "/a": ["y", "x"], "/b": ["x"] }));
    expect(applied.status).toEqual({ a: 1, b: 3 });
  });

  it("does not clear an object by applying an empty one", () => {
    const stored = { status: { deep: { a: 1 }, empty: {} }, owners: owners({ "/deep/a": ["y"] }) };
    const applied = applyStatus(stored, "x", { deep: {}, empty: { b: 2 } });
    expect(applied.status).toEqual({ deep: { a: 1 }, empty: { b: 2 } });
    expect(applied.conflicts).toEqual([]);
  });

  it("may own an empty object until other writes have filled it", () => {
    const { owners: claimed } = applyStatus({ status: {}, owners: owners({}) }, "x", { deep: {} });
    const filled = takeChanged(claimed, "u", { before: { deep: {} }, after: { deep: { a: 1 } } });
    const released = applyStatus({ status: { deep: { a: 1 } }, owners: filled }, "x", {});
    expect(mayHaveClaimed(released.owners, "x")).toBe(true);
    expect(mayHaveClaimed(released.owners, "y")).toBe(false);
    const { owners: none } = applyStatus({ status: {}, owners: owners({}) }, "x", { a: 1 });
    expect(mayHaveClaimed(none, "x")).toBe(false);
  });

  it("does not change fields without an owner", () => {
    const applied = applyStatus({ status: { a: 1 }, owners: owners({}) }, "x", { b: 2 });
    expect(applied.status).toEqual({ a: 1, b: 2 });
  });
});

it("another write takes over the fields that it changes, and drops those that it removes", () => {
  const before = { a: 1, b: 2, c: 3 };
  const taken = takeChanged(owners({ "/a": ["x"], "/b": ["x"], "/c": ["x"] }), "u", {
    before,
    after: { a: 1, b: 9, d: 4 },
  });
  expect(taken).toEqual(owners({ "/a": ["x"], "/b": ["u"], "/d": ["u"] }));
});

it("names leaves by JSON pointers", () => {
  const leaves = leavesOf({ "a/b": { "c~d": 1 }, list: [{ x: 1 }], empty: {} });
  expect([...leaves.keys()]).toEqual(["/a~1b/c~0d", "/list", "/empty"]);
});
