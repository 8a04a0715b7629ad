import { describe, expect, it } from "vitest";
import { condition, HistoryFixture } from "../testing/history-fixture.ts";
import { author, authored, driven } from "../testing/rows.ts";
import type { Row } from "../testing/rows.ts";
import { brokenBy } from "../testing/verdict-on.ts";

const counter = { ...driven, agent: "counter" } as const;
const judge = { ...driven, agent: "judge" } as const;

function counted(replicas: number): {
  readonly replicas: number;
  readonly observedGeneration: number;
} {
  return { replicas, observedGeneration: 1 };
}

const counts = counted(3);

/** Two reports, each split into two writes. The second write follows soon after the first. */
function inParts(second: typeof counter | typeof judge): HistoryFixture {
  const soon = { ...second, afterMs: 50 };
  return authored()
    .report(counted(1), counter)
    .report({ ...counted(1), phase: "A" }, soon)
    .report({ ...counted(2), phase: "A" }, counter)
    .report({ ...counted(2), phase: "B" }, soon);
}

function unready(since: number): ReturnType<typeof condition> {
  return { ...condition("Ready", "False", since), observedGeneration: 2 };
}

describe("a controller of two programs", () => {
  it.each<Row>([
    { name: "reports in two writes, one of each", fixture: () => inParts(judge), broken: [] },
    {
      name: "reports in two writes of the same program",
      fixture: () => inParts(counter),
      broken: ["controller.one-flush-per-reconcile"],
    },
    {
      name: "lets one write while the other one has to wait",
      fixture: () =>
        authored()
          .refuse("rateLimited", { retryAfterSeconds: 2, agent: "counter" })
          .report({ observedGeneration: 1 }, { ...judge, afterMs: 500 }),
      broken: [],
    },
    {
      name: "repeats what one of them did not submit",
      fixture: () =>
        authored()
          .refuse("conflict", { status: counts, agent: "counter" })
          .report({ phase: "Done" }, judge)
          .report({ ...counts, phase: "Done" }, counter),
      broken: [],
    },
    {
      name: "never submits what one of them lost",
      fixture: () =>
        new HistoryFixture()
          .controller("started")
          .create({ status: { observedGeneration: 1 } })
          .refuse("conflict", { status: counts, agent: "counter" })
          .report({ observedGeneration: 1, phase: "Done" }, judge)
          .wait(61_000),
      broken: ["controller.retry-keeps-everything-staged"],
    },
    {
      name: "has a new leader, which submits what the former one lost",
      fixture: () =>
        new HistoryFixture()
          .controller("started")
          .create({ status: { observedGeneration: 1 } })
          .refuse("conflict", { status: counts, agent: "counter" })
          .report(counts, judge)
          .wait(61_000),
      broken: [],
    },
  ])("$name", ({ fixture, broken }) => expect(brokenBy(fixture())).toEqual(broken));
});

describe("a condition that was rejected", () => {
  const before = { observedGeneration: 1, conditions: [condition("Ready", "True")] };
  const fixture = (next: ReturnType<typeof condition>): HistoryFixture =>
    authored()
      .report(before, driven)
      .edit({ size: 2 }, author)
      .refuse("conflict", { status: { observedGeneration: 2, conditions: [unready(9)] } })
      .report({ observedGeneration: 2, conditions: [next] }, driven);

  it("may have its former status after a new reconcile", () => {
    expect(brokenBy(fixture({ ...condition("Ready", "True"), observedGeneration: 2 }))).toEqual([]);
  });

  it("is lost if it is the former one", () => {
    expect(brokenBy(fixture(condition("Ready", "True")))).toEqual([
      "controller.retry-keeps-everything-staged",
    ]);
  });
});
