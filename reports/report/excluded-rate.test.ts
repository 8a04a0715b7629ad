import { describe, expect, it } from "vitest";
import type { CaseFinding } from "#verdicts";
import { excludedRate, excludedRateText } from "./excluded-rate.ts";

const passed = { requirement: "watch.no-gap", verdict: "pass" } as const;

function held(exposed?: number, attempt?: number): CaseFinding {
  return {
    case: "histories/hot-objects",
    result: "held",
    requirement: "watch.no-gap",
    instances: 5_000,
    evidence: [],
    ...(exposed === undefined ? {} : { exposed }),
    ...(attempt === undefined ? {} : { attempt }),
  };
}

describe("the rate that a run excludes", () => {
  it.each([
    [59, 20],
    [299, 100],
    [2_695, 900],
    [2_995, 1_000],
  ])("is that of which %i operations show one with 95 %%: 1 in %i", (exposed, oneIn) => {
    expect(excludedRate(passed, [held(exposed)])?.oneIn).toBe(oneIn);
    expect((1 - 1 / oneIn) ** exposed).toBeLessThanOrEqual(0.05);
    expect((1 - 1 / (oneIn + 1)) ** exposed).toBeGreaterThan(0.05);
  });

  it("sums the exposure of the cases, without their reruns", () => {
    const rate = excludedRate(passed, [held(200), held(99), held(), held(500, 2)]);

    expect(rate).toMatchObject({ exposed: 299, oneIn: 100 });
    expect(rate && excludedRateText(rate)).toBe("a missing event in more than 1 of 100 events");
  });

  it("is not claimed without a pass, without occasions, and for rules of no rate", () => {
    expect(excludedRate({ ...passed, verdict: "inconclusive" }, [held(299)])).toBeUndefined();
    expect(excludedRate(passed, [held(), held(2)])).toBeUndefined();
    expect(
      excludedRate({ requirement: "watch.ordered", verdict: "pass" }, [held(299)]),
    ).toBeUndefined();
  });
});
