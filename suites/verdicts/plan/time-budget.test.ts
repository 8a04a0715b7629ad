import { describe, expect, it } from "vitest";
import type { RequirementId } from "#contract";
import { defineCheck } from "#harness";
import type { CaseFinding } from "../record/case-finding.ts";
import { kindNamed } from "../testing/test-run-options.ts";
import type { PlannedCase } from "./cases-of.ts";
import {
  Budget,
  byPriority,
  reasonRateLimited,
  reasonTimedOut,
  reasonUnreached,
  isUnreachedInSilence,
  reasonUnreachable,
  reasonUnresponsive,
  unreachedBecause,
} from "./time-budget.ts";

const planned = (id: string, covers: readonly RequirementId[]): PlannedCase => ({
  name: id,
  check: defineCheck({
    id,
    title: id,
    covers,
    scope: "kind",
    phase: "property",
    drive: () => Promise.resolve({}),
    judge: () => [],
  }),
  kind: kindNamed("Widget"),
  via: "",
});

const held = (requirement: RequirementId, instances: number): CaseFinding => ({
  result: "held",
  requirement,
  instances,
  evidence: [],
  case: "x",
});

it("sorts a MUST before a SHOULD, and requirements with the fewest instances first", () => {
  const cases = [
    planned("should", ["write.merge-patch-creates-parents"]),
    planned("often", ["watch.unique"]),
    planned("rarely", ["watch.unique", "watch.ordered"]),
    planned("never", ["watch.no-gap"]),
  ];
  const found = [held("watch.unique", 9), held("watch.ordered", 2)];
  const musts = (["watch.unique", "watch.ordered", "watch.no-gap"] as const).map((requirement) => ({
    requirement,
    level: "MUST" as const,
  }));
  expect(byPriority(cases, found, musts).map(({ name }) => name)).toEqual([
    "never",
    "rarely",
    "often",
    "should",
  ]);
});

const dealt = (options: {
  readonly budgetMs: number;
  readonly count: number;
  readonly concurrency: number;
  readonly takesMs: number;
}): readonly (number | undefined)[] => {
  let now = 0;
  const budget = new Budget(options.budgetMs, options, () => now);
  return Array.from({ length: options.count }, (_, index) => {
    if (index > 0 && index % options.concurrency === 0) now += options.takesMs;
    return budget.next();
  });
};

describe("a budget", () => {
  it("is dealt out evenly among those that come one after the other", () => {
    expect(dealt({ budgetMs: 6000, count: 3, concurrency: 1, takesMs: 2000 })).toEqual([
      2000, 2000, 2000,
    ]);
  });

  it("is given in full to all concurrent cases", () => {
    expect(dealt({ budgetMs: 6000, count: 3, concurrency: 8, takesMs: 0 })).toEqual([
      6000, 6000, 6000,
    ]);
  });

  it("passes on the time that a case did not use", () => {
    expect(dealt({ budgetMs: 6000, count: 3, concurrency: 1, takesMs: 1000 })).toEqual([
      2000, 2500, 4000,
    ]);
  });

  it("ends, and gives no share that is too small to be useful", () => {
    expect(dealt({ budgetMs: 1000, count: 4, concurrency: 1, takesMs: 500 })).toEqual([
      500,
      500,
      undefined,
      undefined,
    ]);
  });
});

it("recognizes its own reasons", () => {
  expect(unreachedBecause(reasonUnreached(60_000))).toBe("the time budget of 60 s was exhausted");
  expect(unreachedBecause(reasonUnresponsive(30_000))).toBe(
    "the endpoint had not responded for 30 s",
  );
  expect(unreachedBecause(reasonUnreachable(10_250))).toBe(
    "the endpoint had refused all connections for 10 s",
  );
  expect(isUnreachedInSilence(reasonUnreachable(10_250))).toBe(true);
  // The endpoint did respond, so the report must not state that it stopped.
  expect(isUnreachedInSilence(reasonRateLimited(30_000, "HTTP 429"))).toBe(false);
  expect(unreachedBecause(reasonRateLimited(30_000, "HTTP 429"))).toBe(
    "the endpoint had rejected all requests for 30 s because of their rate: HTTP 429",
  );
  expect(reasonTimedOut(60_000, "HTTP 429")).toBe(
    "timed out after 60000 ms, while the endpoint rejected all requests because of their rate: HTTP 429",
  );
  expect(unreachedBecause("the run was interrupted")).toBeUndefined();
  expect(unreachedBecause(undefined)).toBeUndefined();
});
