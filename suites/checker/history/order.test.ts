import { describe, expect, it } from "vitest";
import { Interner } from "./columns.ts";
import { orderOf, partition } from "./order.ts";
import { Random } from "../testing/random-source.ts";

function sorted(keys: readonly number[]): readonly number[] {
  return [...keys.keys()].toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
}

describe("the order of keys", () => {
  it.each([
    ["nothing", []],
    ["whole numbers", [3, 1, 2, 1, 3]],
    ["whole numbers far apart", [9e15, -9e15, 0, 5, 9e15]],
    ["decimals", [0.3, 0.1, 0.25, 0.1]],
    ["both signs, and both zeros", [-1.5, 2, -0, 0, -1e300, 1e-300, -1e-300]],
  ])("is right for %s", (_, keys) => {
    expect([...orderOf(Float64Array.from(keys))]).toEqual(sorted(keys));
  });

  it.each([
    ["a few decimals", 100, 1],
    ["many decimals", 20_000, 1],
    ["many decimals of both signs", 20_000, 2],
    ["many times of a clock", 20_000, 0],
  ])("is right for %s", (_, count, kind) => {
    const random = new Random(count + kind);
    const keys = Array.from({ length: count }, () => {
      const key = random.next() * 10 ** random.below(12);
      if (kind === 0) return 1_700_000_000_000 + Math.floor(key);
      return kind === 2 && random.chance(0.5) ? -key : key;
    });

    expect([...orderOf(Float64Array.from(keys))]).toEqual(sorted(keys));
  });

  it("keeps the order within a group", () => {
    const { order, starts } = partition(Int32Array.of(2, 0, 2, 1, 0), 4);

    expect([...order]).toEqual([1, 4, 3, 0, 2]);
    expect([...starts]).toEqual([0, 2, 3, 5, 5]);
  });
});

it("numbers distinct strings from 0", () => {
  const interner = new Interner();

  expect(["b", "a", "b", undefined].map((text) => interner.numberOf(text))).toEqual([0, 1, 0, -1]);
  expect(interner.texts).toEqual(["b", "a"]);
});
