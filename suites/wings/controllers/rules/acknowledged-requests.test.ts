import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { author, driven } from "../testing/rows.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleRow } from "../testing/verdict-on.ts";
import { withoutGenerations } from "../testing/without-generations.ts";

const promises = {
  Widget: { acknowledgements: [{ spec: ["on", "plan"], status: ["granted", "plan"] }] },
};

const wish = (plan: string): JsonObject => ({ on: { plan } });
const granted = (observedGeneration: number, plan: string): JsonObject => ({
  observedGeneration,
  granted: { plan },
});

/** The history of an object whose requested plan changes: one write and one state per plan. */
function asked(...plans: readonly string[]): HistoryFixture {
  const [first = "", ...others] = plans;
  const fixture = new HistoryFixture().create({ spec: wish(first) }, author);
  for (const plan of others) fixture.edit(wish(plan), author);
  return fixture;
}

function grants(plan: string, generation: number, wished: string): string {
  return `status.granted.plan grants "${plan}" (requested by an earlier generation), but the status reports generation ${generation}, which requests "${wished}"`;
}

describe("the current request", () => {
  it.each<RuleRow>([
    {
      name: "granted",
      fixture: () => asked("a", "b").report(granted(2, "b"), driven),
      tried: 1,
      broken: [],
    },
    {
      name: "an older one granted, which is told by both wishes and the report",
      fixture: () => asked("a", "b", "c").report(granted(3, "b"), driven),
      tried: 1,
      broken: [{ detail: grants("b", 3, "c"), events: [3, 5, 7] }],
    },
    {
      name: "the wish before any other granted",
      fixture: () => asked("a", "b").report(granted(2, "a"), driven),
      tried: 1,
      broken: [{ detail: grants("a", 2, "b"), events: [1, 3, 5] }],
    },
    {
      name: "one wish through several generations, told by the first of them",
      fixture: () =>
        asked("a", "b")
          .edit({ ...wish("b"), size: 2 }, author)
          .report(granted(3, "a"), driven),
      tried: 1,
      broken: [{ detail: grants("a", 3, "b"), events: [1, 3, 7] }],
    },
    {
      name: "what nobody asked for",
      fixture: () => asked("a", "b").report(granted(2, "x"), driven),
      tried: 1,
      broken: [],
    },
    {
      name: "a wish that was withdrawn",
      fixture: () => asked("a").edit({ on: {} }, author).report(granted(2, "a"), driven),
      tried: 1,
      broken: [],
    },
    {
      name: "a report about an older generation",
      fixture: () => asked("a", "b").report(granted(1, "a"), driven),
      tried: 0,
      broken: [],
    },
    {
      name: "a report that grants nothing",
      fixture: () => asked("a", "b").report({ observedGeneration: 2 }, driven),
      tried: 0,
      broken: [],
    },
    {
      name: "a report that says no generation",
      fixture: () => asked("a", "b").report({ granted: { plan: "a" } }, driven),
      tried: 0,
      broken: [],
    },
    {
      name: "a report of somebody else",
      fixture: () => asked("a", "b").report(granted(2, "a"), { by: "rival" }),
      tried: 0,
      broken: [],
    },
    {
      name: "other metadata are no report",
      fixture: () =>
        asked("a", "b")
          .report(granted(2, "b"), driven)
          .mark({ labels: { a: "b" } }, driven),
      tried: 1,
      broken: [],
    },
    {
      name: "what the object asked that had the name before",
      fixture: () =>
        asked("a")
          .gone()
          .create({ spec: wish("b") }, author)
          .report(granted(1, "a"), driven),
      tried: 1,
      broken: [
        {
          detail:
            'status.granted.plan grants "a" (requested by the previous object with the same name), but the status reports generation 1, which requests "b"',
          events: [1, 4, 6],
        },
      ],
    },
    {
      name: "on objects without generations",
      fixture: () => withoutGenerations(asked("a", "b").report(granted(2, "a"), driven)),
      tried: 0,
      broken: [],
    },
    {
      name: "the oldest of eight wishes is remembered",
      fixture: () => asked("a", "b", "c", "d", "e", "f", "g", "h").report(granted(8, "a"), driven),
      tried: 1,
      broken: [{ detail: grants("a", 8, "h"), events: [1, 15, 17] }],
    },
    {
      name: "the oldest of nine wishes is not",
      fixture: () =>
        asked("a", "b", "c", "d", "e", "f", "g", "h", "i").report(granted(9, "a"), driven),
      tried: 1,
      broken: [],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.acknowledges-current-request", fixture(), { promises })).toEqual({
      tried,
      broken,
    });
  });
});

describe("the generation that a reconcile began with", () => {
  const refusal = { status: granted(1, "a") };
  const reread = (): HistoryFixture =>
    asked("a", "b").refuse("conflict", refusal).report(granted(2, "a"), driven);
  /** Adds a request that is granted without a rejected write. */
  const current = (fixture: HistoryFixture): HistoryFixture =>
    fixture.edit(wish("c"), author).report(granted(3, "c"), driven);

  it.each<RuleRow>([
    {
      name: "kept",
      fixture: () => asked("a", "b").refuse("conflict", refusal).report(granted(1, "a"), driven),
      tried: 1,
      broken: [],
    },
    {
      name: "taken from the read after the refusal",
      fixture: () => current(reread()),
      tried: 1,
      broken: [
        {
          detail: `after a rejected write for an older generation, ${grants("a", 2, "b")}`,
          events: [4, 3, 6],
        },
      ],
    },
    {
      name: "perhaps taken from it, by a controller that is not known to grant the current request",
      fixture: reread,
      tried: 0,
      broken: [],
    },
    {
      name: "perhaps taken from it, by a controller that grants earlier requests in any case",
      fixture: () => reread().edit(wish("c"), author).report(granted(3, "b"), driven),
      tried: 0,
      broken: [],
    },
    {
      name: "perhaps taken from it, by a controller that sometimes grants earlier requests",
      fixture: () => current(reread()).edit(wish("d"), author).report(granted(4, "c"), driven),
      tried: 0,
      broken: [],
    },
    {
      name: "corrected later, which does not show what the controller grants at first",
      fixture: () => reread().report(granted(2, "b"), driven),
      tried: 0,
      broken: [],
    },
    {
      name: "taken from it by a controller that then no longer reports on the object",
      fixture: () =>
        current(reread())
          .gone()
          .create({ spec: wish("a") }, author),
      tried: 1,
      broken: [
        {
          detail: `after a rejected write for an older generation, ${grants("a", 2, "b")}`,
          events: [4, 3, 6],
        },
      ],
    },
    {
      name: "the first of two refusals counts",
      fixture: () =>
        current(
          asked("a", "b")
            .refuse("conflict", refusal)
            .refuse("conflict", { status: granted(2, "a") })
            .report(granted(2, "a"), driven),
        ),
      tried: 1,
      broken: [
        {
          detail: `after a rejected write for an older generation, ${grants("a", 2, "b")}`,
          events: [4, 3, 7],
        },
      ],
    },
    {
      name: "the next report after it is another flush",
      fixture: () =>
        asked("a", "b")
          .refuse("conflict", refusal)
          .report(granted(1, "a"), driven)
          .report(granted(2, "a"), driven),
      tried: 1,
      broken: [],
    },
    {
      name: "a write rejected for another reason",
      fixture: () => asked("a", "b").refuse("invalid", refusal).report(granted(2, "a"), driven),
      tried: 0,
      broken: [],
    },
    {
      name: "a rejected write whose status is not known",
      fixture: () => asked("a", "b").refuse("conflict").report(granted(1, "a"), driven),
      tried: 0,
      broken: [],
    },
    {
      name: "a rejected write that says no generation",
      fixture: () =>
        asked("a", "b")
          .refuse("conflict", { status: { granted: { plan: "a" } } })
          .report(granted(2, "a"), driven),
      tried: 0,
      broken: [],
    },
    {
      name: "a rejected write about the current generation",
      fixture: () =>
        asked("a", "b")
          .refuse("conflict", { status: granted(2, "a") })
          .report(granted(2, "a"), driven),
      tried: 0,
      broken: [],
    },
    {
      name: "a report on a generation between them",
      fixture: () =>
        asked("a", "b", "c").refuse("conflict", refusal).report(granted(2, "b"), driven),
      tried: 0,
      broken: [],
    },
    {
      name: "a rejected write of somebody else",
      fixture: () => {
        const fixture = asked("a", "b").refuse("conflict", refusal);
        const refused = fixture.events.pop();
        if (refused?.event === "write") fixture.events.push({ ...refused, by: "rival" });
        return fixture.report(granted(2, "a"), driven);
      },
      tried: 0,
      broken: [],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.observed-generation-of-start", fixture(), { promises })).toEqual({
      tried,
      broken,
    });
  });
});

it("holds a kind to each of its promises", () => {
  const second = { spec: ["size"], status: ["size"] };
  const both = { Widget: { acknowledgements: [...promises.Widget.acknowledgements, second] } };
  const fixture = new HistoryFixture().create({ spec: { size: 1 } }, author);
  fixture
    .edit({ size: 2 }, author)
    .refuse("conflict", { status: { size: 1, observedGeneration: 1 } });
  fixture.report({ observedGeneration: 2, size: 1 }, driven);
  fixture.edit({ size: 3 }, author).report({ observedGeneration: 3, size: 3 }, driven);

  const { broken } = verdictOn("controller.observed-generation-of-start", fixture, {
    promises: both,
  });
  expect(broken).toHaveLength(1);
});
