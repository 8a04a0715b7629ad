import { describe, expect, it } from "vitest";
import { FixtureNames } from "./fixture-names.ts";

function drawn(names: FixtureNames, owner: string, count: number): readonly string[] {
  const next = names.series(owner);
  return Array.from({ length: count }, next);
}

function lengthsOf(names: readonly string[]): readonly number[] {
  return names.map((name) => name.length);
}

describe("FixtureNames", () => {
  it("gives labels of DNS that begin with a letter, none of them twice", () => {
    const names = new FixtureNames({ seed: 1, run: "a" });
    const all = drawn(names, "case", 3_000);

    expect(new Set(all).size).toBe(all.length);
    for (const name of all) expect(name).toMatch(/^[a-z](?:[a-z\d-]{10,38}[a-z\d])$/u);
  });

  it("begins each name with the prefix that was asked for, and with nothing else", () => {
    const prefixed = drawn(new FixtureNames({ seed: 1, run: "a", prefix: "ci-" }), "case", 50);
    const free = drawn(new FixtureNames({ seed: 1, run: "a" }), "case", 50);

    expect(prefixed.every((name) => name.startsWith("ci-"))).toBe(true);
    expect(new Set(free.map((name) => name.slice(0, 2))).size).toBeGreaterThan(5);
  });

  it("uses several forms: with digits and without, short and long, with dashes and without", () => {
    const all = drawn(new FixtureNames({ seed: 7, run: "a" }), "case", 200);
    const share = (test: RegExp): number => all.filter((name) => test.test(name)).length / 200;

    for (const test of [/\d/u, /^[^\d]+$/u, /-/u, /^[^-]+$/u, /^.{26,}$/u, /^.{1,20}$/u]) {
      expect(share(test), String(test)).toBeGreaterThan(0.1);
    }
  });

  it("takes the forms from the seed and the owner, and the letters from the run", () => {
    const one = new FixtureNames({ seed: 7, run: "a" });
    drawn(one, "another case", 3);
    const first = drawn(one, "case", 40);
    const again = drawn(one, "case", 40);
    const elsewhere = drawn(new FixtureNames({ seed: 7, run: "b" }), "case", 40);

    expect(lengthsOf(again)).toEqual(lengthsOf(first));
    expect(lengthsOf(elsewhere)).toEqual(lengthsOf(first));
    expect(new Set([...first, ...again, ...elsewhere]).size).toBe(120);
    expect(lengthsOf(drawn(one, "a third case", 40))).not.toEqual(lengthsOf(first));
  });
});
