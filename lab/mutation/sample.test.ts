import { describe, expect, it } from "vitest";
import { confidenceOf, isInSample } from "./sample.ts";

const names = Array.from({ length: 5000 }, (_, index) => `mutant ${index}`);

function chosen(percent: number, seed: string): readonly string[] {
  return names.filter((name) => isInSample(name, { percent, seed }));
}

describe("a sample", () => {
  it("has about the requested size, and is the same for the same seed", () => {
    expect(chosen(20, "1").length / names.length).toBeCloseTo(0.2, 1);
    expect(chosen(20, "1")).toEqual(chosen(20, "1"));
    expect(chosen(20, "1")).not.toEqual(chosen(20, "2"));
  });

  it("keeps its mutants as it grows", () => {
    expect(chosen(50, "1")).toEqual(expect.arrayContaining([...chosen(10, "1")]));
  });

  it("contains all mutants at 100 percent and none at 0", () => {
    expect(chosen(100, "1")).toEqual(names);
    expect(chosen(0, "1")).toEqual([]);
  });
});

describe("the confidence interval of a share", () => {
  // Expected values from Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
  it.each([
    [81, 263, 25.53, 36.62],
    [15, 148, 6.24, 16.05],
    [0, 20, 0, 16.11],
    [1, 29, 0.61, 17.18],
  ])("for %i of %i is %f to %f percent", (hits, size, low, high) => {
    const [least, most] = confidenceOf(hits, size);

    expect(least).toBeCloseTo(low, 1);
    expect(most).toBeCloseTo(high, 1);
  });

  it("is empty without attempts", () => {
    expect(confidenceOf(0, 0)).toEqual([0, 100]);
  });
});
