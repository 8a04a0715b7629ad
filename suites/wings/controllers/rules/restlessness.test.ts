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
  const story = new HistoryFixture().create({ status: inPhase("a") });
  for (const phase of phases) story.report(inPhase(phase), { afterMs });
  return story;
}

/** Reports N times, changing only a timestamp. */
function ticking(count: number): HistoryFixture {
  const story = new HistoryFixture().create({ status: at(0) });
  for (let i = 1; i <= count; i += 1) story.report(at(i));
  return story;
}

const returns =
  "6 consecutive returns to an earlier status, while no other client changed the object";
const times =
  "6 consecutive changes that only affect times, while no other client changed the object";

describe("states that come back", () => {
  it.each<RuleRow>([
    { name: "five returns", story: () => through("bababa"), tried: 6, broken: [] },
    {
      name: "six of them",
      story: () => through("bababab"),
      tried: 7,
      broken: [{ detail: returns, events: [2, 3, 4, 5, 6, 7] }],
    },
    {
      name: "eleven of them, which is once",
      story: () => through("babababababa"),
      tried: 12,
      broken: [{ detail: returns, events: [2, 3, 4, 5, 6, 7] }],
    },
    {
      name: "six of them in as long as is looked at",
      story: () => through("bababab", 2_000),
      tried: 7,
      broken: [{ detail: returns, events: [2, 3, 4, 5, 6, 7] }],
    },
    { name: "six of them in longer", story: () => through("bababab", 2_001), tried: 7, broken: [] },
    {
      name: "six of them in time, after slow ones",
      story: () => {
        const story = through("bababa", 9_000);
        for (const phase of "babab") story.report(inPhase(phase));
        return story;
      },
      tried: 11,
      broken: [{ detail: returns, events: [6, 7, 8, 9, 10, 11] }],
    },
    {
      name: "a new state between them",
      story: () => through("babaxbabab"),
      tried: 10,
      broken: [],
    },
    {
      name: "a circle of eight states",
      story: () => through("bcdefghabcdef"),
      tried: 13,
      broken: [{ detail: returns, events: [8, 9, 10, 11, 12, 13] }],
    },
    { name: "a circle of nine", story: () => through("bcdefghiabcdefghi"), tried: 17, broken: [] },
    {
      name: "a state that comes back takes no room from the others",
      story: () => through("bcadaeafagbcdefg"),
      tried: 16,
      broken: [{ detail: returns, events: [11, 12, 13, 14, 15, 16] }],
    },
    {
      name: "a new spec between them",
      story: () => {
        const story = through("baba").edit({ size: 2 });
        for (const phase of "babab") story.report(inPhase(phase));
        return story;
      },
      tried: 9,
      broken: [],
    },
    {
      name: "other metadata between them",
      story: () => {
        const story = through("baba").mark({ labels: { a: "b" } });
        for (const phase of "babab") story.report(inPhase(phase));
        return story;
      },
      tried: 9,
      broken: [],
    },
    {
      name: "a report of somebody else between them",
      story: () => {
        const story = through("baba").report(inPhase("x"), { by: "rival" });
        for (const phase of "ababa") story.report(inPhase(phase));
        return story;
      },
      tried: 9,
      broken: [],
    },
    {
      name: "returns to what somebody else has reported",
      story: () => {
        const story = through("").report(inPhase("x"), { by: "rival" });
        for (const phase of "axaxaxa") story.report(inPhase(phase));
        return story;
      },
      tried: 7,
      broken: [{ detail: returns, events: [4, 5, 6, 7, 8, 9] }],
    },
    {
      name: "versions that show nothing new between them",
      story: () => {
        const story = through("baba").mark({});
        for (const phase of "bab") story.report(inPhase(phase));
        return story;
      },
      tried: 7,
      broken: [{ detail: returns, events: [2, 3, 4, 6, 7, 8] }],
    },
  ])("$name", ({ story, tried, broken }) => {
    expect(verdictOn(requirement, story())).toEqual({ tried, broken });
  });
});

describe("times", () => {
  it.each<RuleRow>([
    { name: "five changes of a time alone", story: () => ticking(5), tried: 5, broken: [] },
    {
      name: "six of them",
      story: () => ticking(6),
      tried: 6,
      broken: [{ detail: times, events: [1, 2, 3, 4, 5, 6] }],
    },
    {
      name: "six of them, with something else in each",
      story: () => {
        const story = new HistoryFixture().create({ status: at(0) });
        for (let i = 1; i <= 6; i += 1) story.report(at(i, { count: i }));
        return story;
      },
      tried: 6,
      broken: [],
    },
    {
      name: "texts that are no times",
      story: () => {
        const story = new HistoryFixture().create({ status: { seenAt: "0 o'clock" } });
        for (let i = 1; i <= 6; i += 1) story.report({ seenAt: `${i} o'clock` });
        return story;
      },
      tried: 6,
      broken: [],
    },
    {
      name: "a text that is a time only within other words",
      story: () => {
        const story = new HistoryFixture().create({ status: {} });
        for (let i = 1; i <= 8; i += 1) story.report({ note: `at 2026-01-01T00:00:0${i}Z` });
        return story;
      },
      tried: 8,
      broken: [],
    },
  ])("$name", ({ story, tried, broken }) => {
    expect(verdictOn(requirement, story())).toEqual({ tried, broken });
  });
});

/** N new states that a driver reports, each as a write and a state, starting with event 2. */
function counting(
  count: number,
  story = new HistoryFixture().create({}, { by: "author" }),
): HistoryFixture {
  for (let i = 1; i <= count; i += 1) story.report({ count: i }, driven);
  return story;
}

const inRow = "20 consecutive reports, while no other client changed the object";

describe("reports without end", () => {
  it.each<RuleRow>([
    { name: "nineteen", story: () => counting(19), tried: 19, broken: [] },
    {
      name: "twenty",
      story: () => counting(20),
      tried: 20,
      broken: [{ detail: inRow, events: Array.from({ length: 20 }, (_, i) => 2 * i + 3) }],
    },
    {
      name: "thirty-nine, which is once",
      story: () => counting(39),
      tried: 39,
      broken: [{ detail: inRow, events: Array.from({ length: 20 }, (_, i) => 2 * i + 3) }],
    },
    {
      name: "twenty with a new spec between them",
      story: () => {
        const story = new HistoryFixture()
          .create({}, { by: "author" })
          .report({ count: 0 }, driven);
        return counting(19, story.edit({ size: 2 }, { by: "author" }));
      },
      tried: 20,
      broken: [],
    },
    {
      name: "twenty by nobody knows whom",
      story: () => {
        const story = new HistoryFixture().create();
        for (let i = 1; i <= 20; i += 1) story.report({ count: i });
        return story;
      },
      tried: 20,
      broken: [],
    },
  ])("$name", ({ story, tried, broken }) => {
    expect(verdictOn(requirement, story())).toEqual({ tried, broken });
  });
});
