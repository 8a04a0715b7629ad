import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foreignPattern, foreignPatternFits } from "./foreign-pattern.ts";

describe("foreignPattern", () => {
  it.each([
    "^([a-z-]|[a-z-]|[a-z-]|[a-z-])+!$",
    "^(a+)+(a|aa)*(a*a*a*)*$",
    "(x+x+)+y",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
  ])("reads a text once, however the pattern is made: %s", (source) => {
    const before = performance.now();

    expect(foreignPatternFits(source, `${"a".repeat(10_000)}#`)).toBe(false);
    // Backtracking would take longer than the age of the universe.
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  it.each(["(", "a)", "(?=a)b", "(a)\\1", "(a{50}){50}", "a".repeat(5_000)])(
    "states why %s is none",
    (source) => {
      expect(foreignPattern(source)).toEqual(expect.any(String));
      expect(foreignPatternFits(source, "aaa")).toBe(false);
    },
  );

  it("accepts any string as a pattern and as a text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (source, text) => {
        expect(typeof foreignPatternFits(source, text)).toBe("boolean");
      }),
    );
  });
});
