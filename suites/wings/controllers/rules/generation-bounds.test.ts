import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { rival } from "../testing/rows.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleRow } from "../testing/verdict-on.ts";
import { withoutGenerations } from "../testing/without-generations.ts";

const observed = (observedGeneration: number): JsonObject => ({ observedGeneration });

const created = (status: JsonObject = {}): HistoryFixture =>
  new HistoryFixture().create({ status });

const inCondition = (type: string, generation: number): JsonObject => ({
  conditions: [{ type, status: "True", observedGeneration: generation }],
});

const conditionsAt = (generations: Readonly<Record<string, number>>): JsonObject => ({
  conditions: Object.entries(generations).map(([type, observedGeneration]) => ({
    type,
    status: "True",
    observedGeneration,
  })),
});

describe("not ahead", () => {
  it.each<RuleRow>([
    {
      name: "at the generation",
      fixture: () => created().report(observed(1)),
      tried: 1,
      broken: [],
    },
    {
      name: "one beyond it",
      fixture: () => created().report(observed(2)),
      tried: 1,
      broken: [
        {
          detail: "the status reports 2 as observed, but the object is at generation 1",
          events: [1],
        },
      ],
    },
    {
      name: "one beyond it in a condition, beside a status that is right",
      fixture: () => created().report({ ...observed(1), ...inCondition("Ready", 2) }),
      tried: 2,
      broken: [
        {
          detail: "the condition Ready reports 2 as observed, but the object is at generation 1",
          events: [1],
        },
      ],
    },
    {
      name: "beyond it since before, of which nothing is said again",
      fixture: () =>
        created({ ...observed(7), ...inCondition("Ready", 7) }).report({
          ...observed(7),
          ...inCondition("Ready", 7),
          phase: "a",
        }),
      tried: 0,
      broken: [],
    },
    {
      name: "beyond it by somebody else",
      fixture: () => created().report(observed(2), rival),
      tried: 0,
      broken: [],
    },
    {
      name: "on objects without generations",
      fixture: () => withoutGenerations(created().report(observed(2))),
      tried: 0,
      broken: [],
    },
    {
      name: "a generation that is no number",
      fixture: () => created().report({ observedGeneration: "2" }),
      tried: 0,
      broken: [],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.observed-generation-not-ahead", fixture())).toEqual({
      tried,
      broken,
    });
  });
});

const went = (earlier: number, later: number): string =>
  `the status reported generation ${earlier} as observed, and later the smaller generation ${later}`;

/** An object at generation 3 without a report: events 0 to 2. */
const atThree = (): HistoryFixture => created().edit({ size: 2 }).edit({ size: 3 });

describe("never back", () => {
  it.each<RuleRow>([
    {
      name: "forwards",
      fixture: () => atThree().report(observed(2)).report(observed(3)),
      tried: 1,
      broken: [],
    },
    {
      name: "the same once more",
      fixture: () =>
        atThree()
          .report(observed(2))
          .report({ ...observed(2), phase: "a" }),
      tried: 0,
      broken: [],
    },
    {
      name: "back, which is told by the newest report of the greater one",
      fixture: () =>
        atThree()
          .report(observed(3))
          .report({ ...observed(3), phase: "a" })
          .report(observed(2)),
      tried: 1,
      broken: [{ detail: went(3, 2), events: [3, 5] }],
    },
    {
      name: "back from what was there at first",
      fixture: () =>
        new HistoryFixture()
          .create({ metadata: { generation: 3 }, status: observed(3) })
          .report(observed(2)),
      tried: 1,
      broken: [{ detail: went(3, 2), events: [0, 1] }],
    },
    {
      name: "back from what somebody else has reported",
      fixture: () => atThree().report(observed(3), rival).report(observed(2)),
      tried: 1,
      broken: [{ detail: went(3, 2), events: [4, 5] }],
    },
    {
      name: "back in a condition, while another one advances",
      fixture: () =>
        atThree()
          .report(conditionsAt({ Ready: 3, Synced: 2 }))
          .report(conditionsAt({ Ready: 3, Synced: 3 }))
          .report(conditionsAt({ Ready: 2, Synced: 3 })),
      tried: 2,
      broken: [
        {
          detail:
            "the condition Ready reported generation 3 as observed, and later the smaller generation 2",
          events: [3, 5],
        },
      ],
    },
    {
      name: "back by the replacement of a condition by another one",
      fixture: () =>
        atThree()
          .report(conditionsAt({ Ready: 3 }))
          .report(conditionsAt({ Old: 2 })),
      tried: 0,
      broken: [],
    },
    {
      name: "taken away",
      fixture: () => atThree().report(observed(3)).report({}),
      tried: 0,
      broken: [],
    },
    {
      name: "back by somebody else",
      fixture: () => atThree().report(observed(3)).report(observed(2), rival),
      tried: 0,
      broken: [],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.observed-generation-never-goes-back", fixture())).toEqual({
      tried,
      broken,
    });
  });
});
