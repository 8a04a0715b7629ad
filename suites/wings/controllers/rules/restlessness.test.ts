import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { driven } from "../testing/rows.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleRow } from "../testing/verdict-on.ts";

const requirement = "controller.comes-to-rest";

const inPhase = (phase: string): JsonObject => ({ phase });

const at = (second: number, more: JsonObject = {}): JsonObject => ({
  ...more,
  seenAt: `2026-01-01T00:00:${String(second).padStart(2, "0")}Z`,
});

/** Goes through phases, each denoted by a letter, starting with the first one. */
function through(phases: string, afterMs = 1_000): HistoryFixture {
  const fixture = new HistoryFixture().create({ status: inPhase("a") });
  for (const phase of phases) fixture.report(inPhase(phase), { afterMs });
  return fixture;
}

function ticking(count: number): HistoryFixture {
  const fixture = new HistoryFixture().create({ status: at(0) });
  for (let i = 1; i <= count; i += 1) fixture.report(at(i));
  return fixture;
}

const returns =
  "6 consecutive returns to an earlier status, while no other client changed the object";
const times =
  "6 consecutive changes that only affect times, while no other client changed the object";

describe("states that come back", () => {
  it.each<RuleRow>([
    { name: "five returns", fixture: () => through("bababa"), tried: 6, broken: [] },
    {
      name: "six of them",
      fixture: () => through("bababab"),
      tried: 7,
      broken: [{ detail: returns, events: [2, 3, 4, 5, 6, 7] }],
    },
    {
      name: "eleven of them, which is once",
      fixture: () => through("babababababa"),
      tried: 12,
      broken: [{ detail: returns, events: [2, 3, 4, 5, 6, 7] }],
    },
    {
      name: "six of them in as long as is looked at",
      fixture: () => through("bababab", 2_000),
      tried: 7,
      broken: [{ detail: returns, events: [2, 3, 4, 5, 6, 7] }],
    },
    {
      name: "six of them in longer",
      fixture: () => through("bababab", 2_001),
      tried: 7,
      broken: [],
    },
    {
      name: "six of them in time, after slow ones",
      fixture: () => {
        const fixture = through("bababa", 9_000);
        for (const phase of "babab") fixture.report(inPhase(phase));
        return fixture;
      },
      tried: 11,
      broken: [{ detail: returns, events: [6, 7, 8, 9, 10, 11] }],
    },
    {
      name: "a new state between them",
      fixture: () => through("babaxbabab"),
      tried: 10,
      broken: [],
    },
    {
      name: "a circle of eight states",
      fixture: () => through("bcdefghabcdef"),
      tried: 13,
      broken: [{ detail: returns, events: [8, 9, 10, 11, 12, 13] }],
    },
    {
      name: "a circle of nine",
      fixture: () => through("bcdefghiabcdefghi"),
      tried: 17,
      broken: [],
    },
    {
      name: "a state that comes back takes no room from the others",
      fixture: () => through("bcadaeafagbcdefg"),
      tried: 16,
      broken: [{ detail: returns, events: [11, 12, 13, 14, 15, 16] }],
    },
    {
      name: "a new spec between them",
      fixture: () => {
        const fixture = through("baba").edit({ size: 2 });
        for (const phase of "babab") fixture.report(inPhase(phase));
        return fixture;
      },
      tried: 9,
      broken: [],
    },
    {
      name: "other metadata between them",
      fixture: () => {
        const fixture = through("baba").mark({ labels: { a: "b" } });
        for (const phase of "babab") fixture.report(inPhase(phase));
        return fixture;
      },
      tried: 9,
      broken: [],
    },
    {
      name: "a report of somebody else between them",
      fixture: () => {
        const fixture = through("baba").report(inPhase("x"), { by: "rival" });
        for (const phase of "ababa") fixture.report(inPhase(phase));
        return fixture;
      },
      tried: 9,
      broken: [],
    },
    {
      name: "returns to what somebody else has reported",
      fixture: () => {
        const fixture = through("").report(inPhase("x"), { by: "rival" });
        for (const phase of "axaxaxa") fixture.report(inPhase(phase));
        return fixture;
      },
      tried: 7,
      broken: [{ detail: returns, events: [4, 5, 6, 7, 8, 9] }],
    },
    {
      name: "versions that show nothing new between them",
      fixture: () => {
        const fixture = through("baba").mark({});
        for (const phase of "bab") fixture.report(inPhase(phase));
        return fixture;
      },
      tried: 7,
      broken: [{ detail: returns, events: [2, 3, 4, 6, 7, 8] }],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn(requirement, fixture())).toEqual({ tried, broken });
  });
});

describe("times", () => {
  it.each<RuleRow>([
    { name: "five changes of a time alone", fixture: () => ticking(5), tried: 5, broken: [] },
    {
      name: "six of them",
      fixture: () => ticking(6),
      tried: 6,
      broken: [{ detail: times, events: [1, 2, 3, 4, 5, 6] }],
    },
    {
      name: "six of them, with something else in each",
      fixture: () => {
        const fixture = new HistoryFixture().create({ status: at(0) });
        for (let i = 1; i <= 6; i += 1) fixture.report(at(i, { count: i }));
        return fixture;
      },
      tried: 6,
      broken: [],
    },
    {
      name: "texts that are no times",
      fixture: () => {
        const fixture = new HistoryFixture().create({ status: { seenAt: "0 o'clock" } });
        for (let i = 1; i <= 6; i += 1) fixture.report({ seenAt: `${i} o'clock` });
        return fixture;
      },
      tried: 6,
      broken: [],
    },
    {
      name: "a text that is a time only within other words",
      fixture: () => {
        const fixture = new HistoryFixture().create({ status: {} });
        for (let i = 1; i <= 8; i += 1) fixture.report({ note: `at 2026-01-01T00:00:0${i}Z` });
        return fixture;
      },
      tried: 8,
      broken: [],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn(requirement, fixture())).toEqual({ tried, broken });
  });
});

/** N new states that a driver reports, each as a write and a state, starting with event 2. */
function counting(
  count: number,
  fixture = new HistoryFixture().create({}, { by: "author" }),
): HistoryFixture {
  for (let i = 1; i <= count; i += 1) fixture.report({ count: i }, driven);
  return fixture;
}

const inRow = "20 consecutive status writes, while no other client changed the object";

describe("reports without end", () => {
  it.each<RuleRow>([
    { name: "nineteen", fixture: () => counting(19), tried: 19, broken: [] },
    {
      name: "twenty",
      fixture: () => counting(20),
      tried: 20,
      broken: [{ detail: inRow, events: Array.from({ length: 20 }, (_, i) => 2 * i + 3) }],
    },
    {
      name: "thirty-nine, which is once",
      fixture: () => counting(39),
      tried: 39,
      broken: [{ detail: inRow, events: Array.from({ length: 20 }, (_, i) => 2 * i + 3) }],
    },
    {
      name: "twenty with a new spec between them",
      fixture: () => {
        const fixture = new HistoryFixture()
          .create({}, { by: "author" })
          .report({ count: 0 }, driven);
        return counting(19, fixture.edit({ size: 2 }, { by: "author" }));
      },
      tried: 20,
      broken: [],
    },
    {
      name: "twenty by nobody knows whom",
      fixture: () => {
        const fixture = new HistoryFixture().create();
        for (let i = 1; i <= 20; i += 1) fixture.report({ count: i });
        return fixture;
      },
      tried: 20,
      broken: [],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn(requirement, fixture())).toEqual({ tried, broken });
  });
});
