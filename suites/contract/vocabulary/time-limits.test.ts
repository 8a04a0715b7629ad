import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limits, scaleLimits } from "./time-limits.ts";

describe("limits", () => {
  it("leave a case time for a watch, a write and its event", () => {
    expect(limits.caseMs).toBeGreaterThan(limits.watchOpenMs + limits.requestMs + limits.eventMs);
  });
});

describe("scaleLimits", () => {
  it("multiplies every time by the same factor", () => {
    fc.assert(
      fc.property(fc.constantFrom(0.25, 0.5, 1, 2, 10), (factor) => {
        const expected = Object.entries(limits).map(([name, timeMs]) => [name, timeMs * factor]);

        expect(scaleLimits(factor)).toEqual(Object.fromEntries(expected));
      }),
    );
  });
});
