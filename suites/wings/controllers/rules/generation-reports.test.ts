import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { driven, rival } from "../testing/rows.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleFinding, RuleRow } from "../testing/verdict-on.ts";
import { withoutGenerations } from "../testing/without-generations.ts";

const observed = (observedGeneration: number, phase = "a"): JsonObject => ({
  observedGeneration,
  phase,
});
const ready = { conditions: [{ type: "Ready", status: "True" }] };

const created = (status: JsonObject = {}): HistoryFixture =>
  new HistoryFixture().create({ status });

const unsaid = (event: number): RuleFinding => ({
  detail: "neither the last status nor any of its conditions has an observed generation",
  events: [event],
});

describe("said at all", () => {
  it.each<RuleRow>([
    {
      name: "by the last of two reports",
      fixture: () =>
        created()
          .report(ready)
          .report({ ...ready, ...observed(1) }),
      tried: 1,
      broken: [],
    },
    {
      name: "by the first of them alone",
      fixture: () =>
        created()
          .report({ ...ready, ...observed(1) })
          .report(ready),
      tried: 1,
      broken: [unsaid(2)],
    },
    {
      name: "by all but one in the middle",
      fixture: () =>
        created()
          .report({ ...ready, ...observed(1) })
          .report(ready)
          .report({ ...ready, ...observed(1) }),
      tried: 1,
      broken: [
        {
          detail: "a status write removed the observed generation 1 and kept other fields",
          events: [2],
        },
      ],
    },
    {
      name: "by all but one that clears the status",
      fixture: () => created(observed(1)).report({}, driven).report(observed(1), driven),
      tried: 1,
      broken: [],
    },
    {
      name: "by all but one of somebody else",
      fixture: () => created(observed(1)).report(ready, rival).report(observed(1), driven),
      tried: 1,
      broken: [],
    },
    {
      name: "by nothing that the controller wrote",
      fixture: () => created().report({ phase: "a" }, driven),
      tried: 1,
      broken: [unsaid(2)],
    },
    {
      name: "by a writer of members who is not known: it is no report",
      fixture: () => created().report({ phase: "a" }),
      tried: 0,
      broken: [],
    },
    {
      name: "by somebody else",
      fixture: () => created().report(ready, rival),
      tried: 0,
      broken: [],
    },
    {
      name: "by a state with the status that was there",
      fixture: () => created(ready).mark({ labels: { a: "b" } }),
      tried: 0,
      broken: [],
    },
    {
      name: "on objects without generations",
      fixture: () => withoutGenerations(created().report(ready)),
      tried: 0,
      broken: [],
    },
    { name: "by nobody who wrote", fixture: () => created(ready), tried: 0, broken: [] },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.observed-generation-reported", fixture())).toEqual({
      tried,
      broken,
    });
  });
});

const behind = (seconds: number, generation: number, about: number): string =>
  `the controller wrote a status for generation ${about}, ${seconds} s after generation ${generation} appeared`;

/** An object at generation 2 since event 1. */
const edited = (): HistoryFixture => created(observed(1)).edit({ size: 2 });

describe("taken note of in time", () => {
  it.each<RuleRow>([
    {
      name: "at once, and told once for each generation",
      fixture: () =>
        edited().report(observed(2)).report(observed(2, "b")).edit({ size: 3 }).report(observed(3)),
      tried: 2,
      broken: [],
    },
    {
      name: "the only generation, which a status that always lags would also report",
      fixture: () => created().report(observed(1)).report(observed(1, "b")),
      tried: 0,
      broken: [],
    },
    {
      name: "an older one for as long as is allowed",
      fixture: () => edited().report(observed(1, "b"), { afterMs: 60_000 }),
      tried: 0,
      broken: [],
    },
    {
      name: "an older one for longer",
      fixture: () => edited().report(observed(1, "b"), { afterMs: 60_001 }),
      tried: 1,
      broken: [{ detail: behind(60, 2, 1), events: [1, 2] }],
    },
    {
      name: "an older one again and again, which is told once",
      fixture: () =>
        edited()
          .report(observed(1, "b"), { afterMs: 61_000 })
          .report(observed(1, "c"))
          .report(observed(2)),
      tried: 1,
      broken: [{ detail: behind(61, 2, 1), events: [1, 2] }],
    },
    {
      name: "an older one since before anybody looked",
      fixture: () =>
        new HistoryFixture()
          .create({ metadata: { generation: 5 }, status: observed(4) })
          .report(observed(4, "b"), { afterMs: 61_000 }),
      tried: 1,
      broken: [{ detail: behind(61, 5, 4), events: [0, 1] }],
    },
    {
      name: "an older one after the next generation, whose time has just begun",
      fixture: () =>
        edited().edit({ size: 3 }, { afterMs: 59_000 }).report(observed(2), { afterMs: 2_000 }),
      tried: 0,
      broken: [],
    },
    {
      name: "an older one by somebody else",
      fixture: () => edited().report(observed(1, "b"), { ...rival, afterMs: 61_000 }),
      tried: 0,
      broken: [],
    },
    {
      name: "nothing said of generations",
      fixture: () => created().edit({ size: 2 }).report({ phase: "b" }, { afterMs: 61_000 }),
      tried: 0,
      broken: [],
    },
    {
      name: "other metadata are no report",
      fixture: () => edited().mark({ labels: { a: "b" } }, { afterMs: 61_000 }),
      tried: 0,
      broken: [],
    },
    {
      name: "on objects without generations",
      fixture: () => withoutGenerations(edited().report(observed(1, "b"), { afterMs: 61_000 })),
      tried: 0,
      broken: [],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.observed-generation-follows", fixture())).toEqual({
      tried,
      broken,
    });
  });
});
