import { expect, it } from "vitest";
import { author, driven, rival } from "../testing/rows.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import { withoutGenerations } from "../testing/without-generations.ts";
import type { RuleFinding, RuleRow } from "../testing/verdict-on.ts";

const observed = (observedGeneration: number) => ({ observedGeneration });

const running = (): HistoryFixture => new HistoryFixture().controller("started").create({}, author);

const late = (generation: number, ...events: readonly number[]): RuleFinding => ({
  detail: `no status for generation ${generation} within 60 s`,
  events,
});

it.each<RuleRow>([
  {
    name: "silent for as long as is allowed",
    fixture: () => running().wait(60_000),
    tried: 0,
    broken: [],
  },
  {
    name: "silent for longer, which is told once",
    fixture: () => running().wait(60_001).wait(60_001),
    tried: 1,
    broken: [late(1, 2)],
  },
  {
    name: "silent while events are withheld, and for as long as is allowed afterwards",
    fixture: () => running().withholding("begins").wait(90_000).withholding("ends").wait(60_000),
    tried: 0,
    broken: [],
  },
  {
    name: "silent for longer after events were withheld",
    fixture: () => running().withholding("begins").wait(90_000).withholding("ends").wait(60_001),
    tried: 1,
    broken: [late(1, 2)],
  },
  {
    name: "silent on an object without generations",
    fixture: () => withoutGenerations(running().wait(60_001)),
    tried: 1,
    broken: [{ detail: "no status for generation ? within 60 s", events: [2] }],
  },
  {
    name: "reports twice, of which the first was due",
    fixture: () =>
      running()
        .report(observed(1), driven)
        .report({ phase: "a", ...observed(1) }, driven),
    tried: 1,
    broken: [],
  },
  {
    name: "a report that says no generation",
    fixture: () => running().report({ phase: "a" }, driven).wait(60_001),
    tried: 1,
    broken: [],
  },
  {
    name: "a report on each generation",
    fixture: () =>
      running()
        .report(observed(1), driven)
        .edit({ size: 2 }, author)
        .report(observed(2), driven)
        .wait(60_001),
    tried: 2,
    broken: [],
  },
  {
    name: "silent after a new spec",
    fixture: () => running().report(observed(1), driven).edit({ size: 2 }, author).wait(60_001),
    tried: 2,
    broken: [late(2, 6)],
  },
  {
    name: "a report of somebody else",
    fixture: () => running().report(observed(1), rival).wait(60_001),
    tried: 1,
    broken: [late(1, 2)],
  },
  {
    name: "other metadata are no report",
    fixture: () =>
      running()
        .mark({ finalizers: ["a/own"] }, driven)
        .wait(60_001),
    tried: 1,
    broken: [late(1, 2)],
  },
  {
    name: "other metadata are no new wish",
    fixture: () =>
      running()
        .report(observed(1), driven)
        .mark({ labels: { a: "b" } }, author)
        .wait(60_001),
    tried: 1,
    broken: [],
  },
  {
    name: "a new spec that nobody knows who wrote",
    fixture: () => running().report(observed(1), driven).edit({ size: 2 }).wait(60_001),
    tried: 1,
    broken: [],
  },
  {
    name: "an object that somebody else has created",
    fixture: () => new HistoryFixture().controller("started").create({}, rival).wait(60_001),
    tried: 0,
    broken: [],
  },
  {
    name: "a status that never says a generation, after a new spec",
    fixture: () => running().report({ phase: "a" }, driven).edit({ size: 2 }, author).wait(60_001),
    tried: 1,
    broken: [],
  },
  {
    name: "an object that was created with a status of another generation",
    fixture: () =>
      new HistoryFixture()
        .controller("started")
        .create({ status: observed(0) }, author)
        .wait(60_001),
    tried: 1,
    broken: [late(1, 2)],
  },
  {
    name: "an object that is on its way out",
    fixture: () =>
      running().mark({ deletionTimestamp: "2026-01-01T00:00:00Z" }, author).wait(60_001),
    tried: 0,
    broken: [],
  },
  {
    name: "an object that is gone",
    fixture: () => running().gone().wait(60_001),
    tried: 0,
    broken: [],
  },
  {
    name: "a controller that has stopped",
    fixture: () => running().controller("stopped").wait(60_001),
    tried: 0,
    broken: [],
  },
  {
    name: "no permission for a status write",
    fixture: () => running().refuse("forbidden", { isByEndpoint: true }).wait(60_001),
    tried: 0,
    broken: [],
  },
  {
    name: "no permission for a write that precedes the report",
    fixture: () => running().refuse("forbidden", { side: "main", isByEndpoint: true }).wait(60_001),
    tried: 0,
    broken: [],
  },
  {
    name: "no permission for a write before a status write, which conflicts",
    fixture: () =>
      running()
        .refuse("forbidden", { side: "main", isByEndpoint: true })
        .refuse("conflict")
        .wait(60_001),
    tried: 1,
    broken: [late(1, 2)],
  },
  {
    name: "permission to report, but not for a write after the report",
    fixture: () =>
      running()
        .report(observed(1), driven)
        .refuse("forbidden", { side: "main", isByEndpoint: true })
        .edit({ size: 2 }, author)
        .wait(60_001),
    tried: 2,
    broken: [late(2, 7)],
  },
  {
    name: "no permission for a write before the report on a change",
    fixture: () =>
      running()
        .report(observed(1), driven)
        .edit({ size: 2 }, author)
        .refuse("forbidden", { side: "main", isByEndpoint: true })
        .wait(60_001),
    tried: 1,
    broken: [],
  },
  {
    name: "no permission for a status write before a change",
    fixture: () =>
      running()
        .report(observed(1), driven)
        .refuse("forbidden", { isByEndpoint: true })
        .edit({ size: 2 }, author)
        .wait(60_001),
    tried: 1,
    broken: [],
  },
  {
    name: "a driver rejects a write for lack of permission",
    fixture: () => running().refuse("forbidden").wait(60_001),
    tried: 1,
    broken: [late(1, 2)],
  },
  {
    name: "an invalid status",
    fixture: () => running().refuse("invalid", { isByEndpoint: true }).wait(60_001),
    tried: 1,
    broken: [late(1, 2)],
  },
  {
    name: "permission for a later status write, which conflicts",
    fixture: () =>
      running().refuse("forbidden", { isByEndpoint: true }).refuse("conflict").wait(60_001),
    tried: 1,
    broken: [late(1, 2)],
  },
  {
    name: "a controller that begins anew has its time again",
    fixture: () => running().wait(30_000).controller("started").wait(60_000),
    tried: 0,
    broken: [],
  },
  {
    name: "and no more than that",
    fixture: () => running().wait(30_000).controller("started").wait(60_001),
    tried: 1,
    broken: [late(1, 2)],
  },
  {
    name: "a controller that begins when the clock has gone back: the wish is the later one",
    fixture: () =>
      new HistoryFixture().create({}, author).wait(-900).controller("started").wait(60_900),
    tried: 0,
    broken: [],
  },
])("$name", ({ fixture, tried, broken }) => {
  expect(verdictOn("controller.status-converges", fixture())).toEqual({ tried, broken });
});
