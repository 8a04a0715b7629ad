import { describe, expect, it } from "vitest";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { again, authored, driven } from "../testing/rows.ts";
import type { Row } from "../testing/rows.ts";
import { brokenBy } from "../testing/verdict-on.ts";

describe("writes that change nothing", () => {
  it.each<Row>([
    {
      name: "four versions in a row that show nothing new",
      fixture: () => again(new HistoryFixture().create(), 4, (fixture) => fixture.mark({})),
      broken: ["controller.writes-only-changes"],
    },
    {
      name: "three of them",
      fixture: () => again(new HistoryFixture().create(), 3, (fixture) => fixture.mark({})),
      broken: [],
    },
    {
      name: "four with hours between them",
      fixture: () =>
        again(new HistoryFixture().create(), 4, (fixture) =>
          fixture.mark({}, { afterMs: 3_600_000 }),
        ),
      broken: [],
    },
    {
      name: "four that another controller made",
      fixture: () => again(authored(), 4, (fixture) => fixture.mark({}, { by: "rival" })),
      broken: [],
    },
    {
      name: "a write that a driver saw change nothing",
      fixture: () => authored().report({ observedGeneration: 1 }, driven).repeat(),
      broken: ["controller.writes-only-changes"],
    },
    {
      name: "a write that a driver saw make an empty version",
      fixture: () =>
        authored()
          .report({ observedGeneration: 1 }, driven)
          .report({ observedGeneration: 1 }, driven),
      broken: ["controller.writes-only-changes"],
    },
    {
      name: "a repetition after a lost answer",
      fixture: () => authored().lose({ observedGeneration: 1 }).repeat(),
      broken: [],
    },
    {
      name: "a repetition by a new process",
      fixture: () =>
        authored().report({ observedGeneration: 1 }, driven).controller("started").repeat(),
      broken: [],
    },
    {
      name: "a repetition after a conflict",
      fixture: () =>
        authored().report({ observedGeneration: 1 }, driven).refuse("conflict").repeat(),
      broken: [],
    },
  ])("$name", ({ fixture, broken }) => expect(brokenBy(fixture())).toEqual(broken));
});

const at = (second: number): { observedGeneration: number; seenAt: string } => ({
  observedGeneration: 1,
  seenAt: `2026-01-01T00:00:${String(second).padStart(2, "0")}Z`,
});

const phase = (i: number): { observedGeneration: number; phase: string } => ({
  observedGeneration: 1,
  phase: i % 2 === 0 ? "Ready" : "Waiting",
});

describe("rest", () => {
  it.each<Row>([
    {
      name: "a time that moves with each write",
      fixture: () =>
        again(new HistoryFixture().create({ status: at(0) }), 6, (s, i) => s.report(at(i + 1))),
      broken: ["controller.comes-to-rest"],
    },
    {
      name: "a heartbeat every ten seconds",
      fixture: () =>
        again(new HistoryFixture().create({ status: at(0) }), 9, (s, i) =>
          s.report(at(i + 1), { afterMs: 10_000 }),
        ),
      broken: [],
    },
    {
      name: "two states in turn",
      fixture: () =>
        again(new HistoryFixture().create({ status: phase(0) }), 8, (s, i) =>
          s.report(phase(i + 1)),
        ),
      broken: ["controller.comes-to-rest"],
    },
    {
      name: "two states in turn, once a minute",
      fixture: () =>
        again(new HistoryFixture().create({ status: phase(0) }), 8, (s, i) =>
          s.report(phase(i + 1), { afterMs: 60_000 }),
        ),
      broken: [],
    },
    {
      name: "two states in turn, each after a new spec",
      fixture: () =>
        again(new HistoryFixture().create({ status: { phase: "a" } }), 12, (s, i) =>
          s.edit({ size: i }).report({ phase: `${i % 2}`, observedGeneration: i + 2 }),
        ),
      broken: [],
    },
    {
      name: "progress through many states",
      fixture: () =>
        again(new HistoryFixture().create(), 30, (s, i) =>
          s.report({ replicas: i, observedGeneration: 1 }),
        ),
      broken: [],
    },
    {
      name: "states without end on an object that a driver leaves alone",
      fixture: () =>
        again(authored(), 20, (s, i) => s.report({ count: i, observedGeneration: 1 }, driven)),
      broken: ["controller.comes-to-rest"],
    },
  ])("$name", ({ fixture, broken }) => expect(brokenBy(fixture())).toEqual(broken));
});
