import { describe, expect, it } from "vitest";
import { attackFamilies, runAttacks } from "./run-attacks.ts";
import type { Attacked } from "./run-attacks.ts";

describe("attacks", () => {
  it("have unique names, and weights that add up to 100", () => {
    const names = attackFamilies.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(attackFamilies.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
  });

  it("are repeated without concurrency if they succeed", async () => {
    const [family] = attackFamilies;
    const tried: number[] = [];
    const by = async (seed: number): Promise<Attacked> => {
      tried.push(seed);
      const isFirst = tried.filter((one) => one === seed).length === 1;
      const achieved = seed === 2 || (seed === 1 && isFirst) ? ["it"] : [];
      return { family: family?.name ?? "", achieved };
    };
    const [sum] = await runAttacks([0, 1, 2], [by]);
    expect(tried).toEqual([0, 1, 2, 1, 2]);
    expect(sum).toMatchObject({
      attempts: 3,
      achieved: ["attack 2: it"],
      once: ["attack 1: it"],
    });
  });

  it("do not succeed with forty seeds, and are deterministic", async () => {
    const sums = await runAttacks(Array.from({ length: 40 }, (_, seed) => seed));
    expect(sums.flatMap(({ achieved }) => achieved)).toEqual([]);
    expect(sums.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(40);
  });
});
