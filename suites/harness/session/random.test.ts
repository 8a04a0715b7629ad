import { describe, expect, it } from "vitest";
import { randomFor } from "./random.ts";

function numbers(seed: number, name: string): readonly number[] {
  const random = randomFor(seed, name);
  return Array.from({ length: 20 }, () => random.below(1000));
}

describe("randomFor", () => {
  it("returns the same numbers for the same seed and name", () => {
    expect(numbers(7, "a")).toEqual(numbers(7, "a"));
  });

  it("returns other numbers for another seed or name", () => {
    expect(numbers(7, "a")).not.toEqual(numbers(8, "a"));
    expect(numbers(7, "a")).not.toEqual(numbers(7, "b"));
  });

  it("never changes for a given seed, so that a replay of an old report is the same run", () => {
    expect(numbers(1, "watch/resume").slice(0, 6)).toMatchInlineSnapshot(`
      [
        682,
        149,
        4,
        965,
        205,
        832,
      ]
    `);
    expect(randomFor(1, "x").letters(8)).toMatchInlineSnapshot(`"jutyljbn"`);
  });

  it("stays below its limit", () => {
    const random = randomFor(3, "limit");
    const drawn = Array.from({ length: 500 }, () => random.below(3));

    expect(new Set(drawn)).toEqual(new Set([0, 1, 2]));
  });
});
