import { describe, expect, it } from "vitest";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { again, author, authored, driven } from "../testing/rows.ts";
import type { Row } from "../testing/rows.ts";
import { brokenBy } from "../testing/verdict-on.ts";

describe("flushes", () => {
  const soon = { ...driven, afterMs: 20 } as const;
  it.each<Row>([
    {
      name: "generation and conditions in two writes, twice",
      fixture: () =>
        authored()
          .report({ observedGeneration: 1 }, driven)
          .report({ observedGeneration: 1, phase: "a" }, soon)
          .edit({ size: 2 }, author)
          .report({ observedGeneration: 2, phase: "a" }, driven)
          .report({ observedGeneration: 2, phase: "b" }, soon),
      broken: ["controller.one-flush-per-reconcile"],
    },
    {
      name: "the same once",
      fixture: () =>
        authored()
          .report({ observedGeneration: 1, phase: "a" }, driven)
          .report({ observedGeneration: 1, phase: "a", url: "u" }, soon),
      broken: [],
    },
    {
      name: "the same by nobody knows whom",
      fixture: () =>
        again(new HistoryFixture().create(), 4, (s, i) =>
          s.report({ observedGeneration: 1, [`member${i}`]: 1 }, { afterMs: 20 }),
        ),
      broken: [],
    },
    {
      name: "progress of one condition",
      fixture: () =>
        again(authored(), 6, (s, i) =>
          s.report(
            {
              observedGeneration: 1,
              conditions: [{ type: "Ready", status: "False", message: `${i}` }],
            },
            soon,
          ),
        ),
      broken: [],
    },
    {
      name: "two writes with time between them, several times",
      fixture: () =>
        again(authored(), 8, (s, i) =>
          s.report({ observedGeneration: 1, [`member${i}`]: 1 }, driven),
        ),
      broken: [],
    },
  ])("$name", ({ fixture, broken }) => expect(brokenBy(fixture())).toEqual(broken));
});

describe("reports in time", () => {
  it.each<Row>([
    {
      name: "no report on a new object",
      fixture: () => new HistoryFixture().controller("started").create({}, author).wait(61_000),
      broken: ["controller.status-converges"],
    },
    {
      name: "no report on a new spec",
      fixture: () =>
        authored()
          .controller("started")
          .report({ observedGeneration: 1 }, driven)
          .edit({ size: 2 }, author)
          .wait(61_000),
      broken: ["controller.status-converges"],
    },
    {
      name: "reports for an older generation only",
      fixture: () =>
        authored()
          .controller("started")
          .report({ observedGeneration: 1 }, driven)
          .edit({ size: 2 }, author)
          .report({ observedGeneration: 1, phase: "b" }, driven)
          .wait(61_000),
      broken: ["controller.status-converges"],
    },
    {
      name: "a report in time",
      fixture: () =>
        authored().controller("started").report({ observedGeneration: 1 }, driven).wait(61_000),
      broken: [],
    },
    { name: "no controller", fixture: () => authored().wait(61_000), broken: [] },
    {
      name: "a controller that was stopped, and began again not long ago",
      fixture: () =>
        authored()
          .controller("started")
          .controller("stopped")
          .wait(61_000)
          .controller("started")
          .wait(50_000),
      broken: [],
    },
    {
      name: "an object that nobody is known to have created",
      fixture: () => new HistoryFixture().controller("started").create().wait(61_000),
      broken: [],
    },
    {
      name: "an object whose deletion was requested",
      fixture: () =>
        authored()
          .controller("started")
          .mark({ deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["x/y"] }, author)
          .wait(61_000),
      broken: [],
    },
    {
      name: "a clock that goes back",
      fixture: () => authored().controller("started").wait(50_000).wait(-40_000).wait(45_000),
      broken: [],
    },
  ])("$name", ({ fixture, broken }) => expect(brokenBy(fixture())).toEqual(broken));
});

const held = (): HistoryFixture =>
  authored()
    .controller("started")
    .report({ observedGeneration: 1 }, driven)
    .mark({ finalizers: ["a/own"] }, driven)
    .mark({ deletionTimestamp: "2026-01-01T00:00:00Z" }, author);

describe("finalizers", () => {
  it.each<Row>([
    { name: "held", fixture: () => held().wait(61_000), broken: ["controller.finalizer-released"] },
    {
      name: "released",
      fixture: () => held().mark({ finalizers: [] }, driven).gone().wait(61_000),
      broken: [],
    },
    {
      name: "of somebody else",
      fixture: () =>
        new HistoryFixture()
          .controller("started")
          .create({ metadata: { finalizers: ["a/other"] } }, author)
          .report({ observedGeneration: 1 }, driven)
          .mark({ deletionTimestamp: "2026-01-01T00:00:00Z" }, author)
          .wait(61_000),
      broken: [],
    },
  ])("$name", ({ fixture, broken }) => expect(brokenBy(fixture())).toEqual(broken));
});
