import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { attackFamilies } from "./attacks/run-attacks.ts";
import { defects } from "./defects/index.ts";
import { heldCases, knownCaseCount, knownCases } from "./known-cases.ts";

it("contains each case once, in order", () => {
  const numbers = knownCases.flatMap(({ cases: [first, last] }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  expect(numbers).toEqual(Array.from({ length: knownCaseCount }, (_, index) => index + 1));
});

it("names only existing tests, families and defects", () => {
  const names = new Set([...attackFamilies, ...defects].map(({ name }) => name));
  const isThere = (name: string): boolean =>
    name.endsWith(".test.ts")
      ? existsSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)))
      : names.has(name);
  expect(knownCases.filter(({ heldBy }) => heldBy.length === 0)).toEqual([]);
  expect(knownCases.flatMap(({ heldBy }) => heldBy).filter((name) => !isThere(name))).toEqual([]);
});

it("does not count cases whose test fails", () => {
  expect(heldCases(new Set())).toBe(knownCaseCount);
  expect(heldCases(new Set(["reports/html/browser.test.ts"]))).toBe(knownCaseCount - 5);
});
