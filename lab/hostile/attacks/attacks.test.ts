import { describe, expect, it } from "vitest";
import { attackFamilies, runAttacks } from "./run-attacks.ts";

describe("attacks", () => {
  it("have names of their own, and weights out of a hundred", () => {
    const names = attackFamilies.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(attackFamilies.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
  });

  it("of forty seeds achieve nothing, and repeat what they are", { timeout: 300_000 }, async () => {
    const sums = await runAttacks(Array.from({ length: 40 }, (_, seed) => seed));
    expect(sums.flatMap(({ achieved }) => achieved)).toEqual([]);
    expect(sums.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(40);
  });
});
