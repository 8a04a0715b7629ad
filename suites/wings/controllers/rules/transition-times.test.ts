import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleRow } from "../testing/verdict-on.ts";

function since(time: JsonValue, status: JsonValue = "True", type = "Ready"): JsonObject {
  return { conditions: [{ type, status, lastTransitionTime: time }] };
}

const [first, second] = ["2026-01-01T00:00:01Z", "2026-01-01T00:00:02Z"];

const created = (status: JsonObject): HistoryFixture => new HistoryFixture().create({ status });

function moved(status = "True"): string {
  return `the transition time of Ready changed from ${first} to ${second}, although its status stayed ${status}`;
}

describe("without a flip", () => {
  it.each<RuleRow>([
    {
      name: "a time that stays",
      fixture: () => created(since(first)).report({ ...since(first), a: 1 }),
      tried: 1,
      broken: [],
    },
    {
      name: "a time that moves",
      fixture: () => created(since(first)).report(since(second)),
      tried: 1,
      broken: [{ detail: moved(), events: [0, 1] }],
    },
    {
      name: "a time that moves later, told by the report that had set it",
      fixture: () =>
        created({})
          .report(since(first))
          .report({ ...since(first), a: 1 })
          .report(since(second)),
      tried: 2,
      broken: [{ detail: moved(), events: [1, 3] }],
    },
    {
      name: "a time that loses its fraction, in a writer that knows only whole seconds",
      fixture: () =>
        created(since("2026-01-01T00:00:01.809Z"))
          .report(since("2026-01-01T00:00:01Z"))
          .report({ ...since("2026-01-01T00:00:01.000Z"), a: 1 }),
      tried: 2,
      broken: [],
    },
    {
      name: "a time that moves by less than a second, both with fractions",
      fixture: () =>
        created(since("2026-01-01T00:00:01.100Z")).report(since("2026-01-01T00:00:01.900Z")),
      tried: 1,
      broken: [
        {
          detail:
            "the transition time of Ready changed from 2026-01-01T00:00:01.100Z to 2026-01-01T00:00:01.900Z, although its status stayed True",
          events: [0, 1],
        },
      ],
    },
    {
      name: "a status that is no text",
      fixture: () => created(since(first, 1)).report(since(second, 1)),
      tried: 1,
      broken: [{ detail: moved("1"), events: [0, 1] }],
    },
    {
      name: "a condition without a status",
      fixture: () =>
        created({ conditions: [{ type: "Ready", lastTransitionTime: first }] }).report({
          conditions: [{ type: "Ready", lastTransitionTime: second }],
        }),
      tried: 1,
      broken: [{ detail: moved("null"), events: [0, 1] }],
    },
    {
      name: "a condition that was gone in between",
      fixture: () => created(since(first)).report({}).report(since(second)),
      tried: 0,
      broken: [],
    },
    {
      name: "a time that is none in between",
      fixture: () => created(since(first)).report(since("soon")).report(since(second)),
      tried: 0,
      broken: [],
    },
    {
      name: "a time that is no text in between",
      fixture: () => created(since(first)).report(since(1)).report(since(second)),
      tried: 0,
      broken: [],
    },
    {
      name: "another condition",
      fixture: () =>
        created(since(first)).report({
          conditions: [
            { type: "Ready", status: "True", lastTransitionTime: first },
            { type: "Other", status: "True", lastTransitionTime: second },
          ],
        }),
      tried: 1,
      broken: [],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.transition-time-stays-without-flip", fixture())).toEqual({
      tried,
      broken,
    });
  });
});

function stayed(time: string, to = "False"): string {
  return `Ready changed from True to ${to}, but its transition time stayed ${time}`;
}

/** A transition that keeps its time, after the given number of milliseconds. */
const kept = (time: string, afterMs: number): HistoryFixture =>
  created(since(time)).report(since(time, "False"), { afterMs });

describe("with a flip", () => {
  it.each<RuleRow>([
    {
      name: "a time that moves",
      fixture: () => created(since(first)).report(since(second, "False")),
      tried: 1,
      broken: [],
    },
    {
      name: "kept within five of its seconds",
      fixture: () => kept(first, 5_000),
      tried: 0,
      broken: [],
    },
    {
      name: "kept for longer",
      fixture: () => kept(first, 5_001),
      tried: 1,
      broken: [{ detail: stayed(first), events: [0, 1] }],
    },
    {
      name: "kept within five of its seconds, in a write that arrived later",
      fixture: () =>
        created(since(first)).report(since(first, "False"), {
          by: "controller",
          afterMs: 9_000,
          inFlightMs: 4_000,
        }),
      tried: 0,
      broken: [],
    },
    {
      name: "kept for longer, in a write that arrived later still",
      fixture: () =>
        created(since(first)).report(since(first, "False"), {
          by: "controller",
          afterMs: 9_000,
          inFlightMs: 3_999,
        }),
      tried: 1,
      broken: [{ detail: stayed(first), events: [0, 2] }],
    },
    {
      name: "kept within five of its tenths of a second",
      fixture: () => kept("2026-01-01T00:00:01.5Z", 500),
      tried: 0,
      broken: [],
    },
    {
      name: "kept for longer than those",
      fixture: () => kept("2026-01-01T00:00:01.5Z", 501),
      tried: 1,
      broken: [{ detail: stayed("2026-01-01T00:00:01.5Z"), events: [0, 1] }],
    },
    {
      name: "kept within five milliseconds, where it tells more than those",
      fixture: () => kept("2026-01-01T00:00:01.123456Z", 5),
      tried: 0,
      broken: [],
    },
    {
      name: "kept for longer than those milliseconds",
      fixture: () => kept("2026-01-01T00:00:01.123456Z", 6),
      tried: 1,
      broken: [{ detail: stayed("2026-01-01T00:00:01.123456Z"), events: [0, 1] }],
    },
    {
      name: "kept since longer, through reports without a flip",
      fixture: () =>
        created(since(first))
          .report({ ...since(first), a: 1 }, { afterMs: 4_000 })
          .report(since(first, "False"), { afterMs: 4_000 }),
      tried: 1,
      broken: [{ detail: stayed(first), events: [0, 2] }],
    },
    {
      name: "kept by a condition that was gone in between",
      fixture: () =>
        created(since(first))
          .report({}, { afterMs: 4_000 })
          .report(since(first), { afterMs: 4_000 })
          .report(since(first, "False"), { afterMs: 4_000 }),
      tried: 0,
      broken: [],
    },
    {
      name: "to a status that is no text",
      fixture: () => created(since(first)).report(since(first, null), { afterMs: 9_000 }),
      tried: 1,
      broken: [{ detail: stayed(first, "null"), events: [0, 1] }],
    },
    {
      name: "a time that is none any more",
      fixture: () => created(since(first)).report(since("soon", "False"), { afterMs: 9_000 }),
      tried: 0,
      broken: [],
    },
    {
      name: "a time that is no text any more",
      fixture: () => created(since(first)).report(since(7, "False"), { afterMs: 9_000 }),
      tried: 0,
      broken: [],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.transition-time-moves-on-flip", fixture())).toEqual({
      tried,
      broken,
    });
  });
});

describe("with named managers", () => {
  const fields = { "f:status": { "f:conditions": { 'k:{"type":"Ready"}': {} } } };
  const managers = [{ manager: "prober", operation: "Update", fields }] as const;
  const requirement = "controller.transition-time-stays-without-flip";

  it.each([
    { named: [], count: 1 },
    { named: ["prober"], count: 1 },
    { named: ["operator"], count: 0 },
  ])("a time that prober moves, and $named is under test", ({ named, count }) => {
    const fixture = created(since(first)).report(since(second), { managers });
    const { tried, broken } = verdictOn(requirement, fixture, { managers: named });
    expect({ tried, broken: broken.length }).toEqual({ tried: count, broken: count });
  });

  it("judges the next write of the manager under test by the time that another manager set", () => {
    const own = [{ manager: "operator", operation: "Update", fields }] as const;
    const fixture = created(since(first))
      .report(since(second), { managers })
      .report({ ...since(second), a: 1 }, { managers: own });
    expect(verdictOn(requirement, fixture, { managers: ["operator"] }).broken).toEqual([]);
  });
});
