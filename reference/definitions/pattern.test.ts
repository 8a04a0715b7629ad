import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern } from "./pattern.ts";

const qualifiedName =
  "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$";

const patterns = [
  "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$",
  qualifiedName,
  "a|b$",
  "^(a+)+$",
  "^(?:ab?){2,3}$",
  "b{2}",
  "^[^a-]$",
  "a.*?b",
  "^\\d+\\.\\w\\s?$",
  "^[\\d./-]+$",
  "",
  "(|a)b",
  "^(a*)*b$",
];

describe("compilePattern", () => {
  it.each(patterns)("matches like JavaScript: %s", (pattern) => {
    const compiled = compilePattern(pattern);
    if (typeof compiled === "string") throw new Error(compiled);
    const own = new RegExp(pattern);
    const text = fc.string({
      unit: fc.constantFrom(..."abAB019-._/,: \n".split("")),
      maxLength: 8,
    });

    fc.assert(fc.property(text, (value) => compiled.test(value) === own.test(value)));
  });

  it.each([
    "(",
    "a)",
    "[a",
    "*a",
    "a{3,2}",
    "[z-a]",
    "\\",
    "(?=a)",
    "(?<!a)b",
    "(a)\\1",
    "a{9999}",
    "(a{50}){50}",
    "a".repeat(513),
  ])("refuses %s", (pattern) => {
    expect(compilePattern(pattern)).toEqual(expect.stringMatching(/^is .*pattern/));
  });

  it("matches in linear time for any pattern", () => {
    const compiled = compilePattern("^(a+)+(a|aa)*(a*a*a*)*$");
    if (typeof compiled === "string") throw new Error(compiled);
    const before = performance.now();

    expect(compiled.test(`${"a".repeat(10_000)}b`)).toBe(false);
    // Backtracking would take longer than the age of the universe.
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});
