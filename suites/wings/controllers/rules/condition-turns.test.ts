import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { owning, HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleFinding, RuleRow } from "../testing/verdict-on.ts";

const requirement = "controller.one-writer-per-condition";
const own = { observedGeneration: 1 };

/** A manager writes the condition Ready. */
function says(story: HistoryFixture, manager: string, words: JsonObject): HistoryFixture {
  const conditions = [{ type: "Ready", ...words }];
  const fields = { "f:conditions": { 'k:{"type":"Ready"}': {} } };
  return story.report({ ...own, conditions }, { managers: [owning(manager, fields)] });
}

/** Managers alternate, each with its own value. */
function turns(
  writers: string,
  story = new HistoryFixture().create({ status: own }),
): HistoryFixture {
  for (const manager of writers)
    says(story, manager, { status: manager === "a" ? "True" : "False" });
  return story;
}

/** Managers alternate, with a condition field that changes each time. */
function progress(member: string): HistoryFixture {
  const story = new HistoryFixture().create({ status: own });
  for (let i = 0; i < 12; i += 1) {
    says(story, i % 2 === 0 ? "a" : "b", { status: "False", [member]: `${i}` });
  }
  return story;
}

function foundIn(names: string, events: readonly number[]): RuleFinding {
  const detail = `${names} write the condition Ready in turn, each restoring its own previous value`;
  return { detail, events };
}

it.each<RuleRow>([
  { name: "four turns", story: () => turns("abab"), tried: 4, broken: [] },
  {
    name: "five of them, the first one of which is none yet",
    story: () => turns("ababa"),
    tried: 5,
    broken: [foundIn("a and b", [1, 2, 3, 4, 5])],
  },
  {
    name: "a fight that goes on is counted anew",
    story: () => turns("ababababab"),
    tried: 10,
    broken: [foundIn("a and b", [1, 2, 3, 4, 5]), foundIn("b and a", [6, 7, 8, 9, 10])],
  },
  {
    name: "three writers",
    story: () => {
      const story = new HistoryFixture().create({ status: own });
      for (const manager of "abcabc") says(story, manager, { status: "True", reason: manager });
      return story;
    },
    tried: 6,
    broken: [foundIn("a and b and c", [1, 2, 3, 4, 5])],
  },
  {
    name: "a new spec in the midst of it",
    story: () => turns("abab", turns("abab").edit({ size: 2 })),
    tried: 8,
    broken: [],
  },
  {
    name: "somebody unknown in the midst of it",
    story: () => turns("abab", turns("ab").report({ ...own, conditions: [{ type: "Ready" }] })),
    tried: 6,
    broken: [],
  },
  { name: "another reason each time", story: () => progress("reason"), tried: 12, broken: [] },
  { name: "another message each time", story: () => progress("message"), tried: 12, broken: [] },
  { name: "another status each time", story: () => progress("status"), tried: 12, broken: [] },
  {
    name: "another time each time",
    story: () => progress("lastTransitionTime"),
    tried: 1,
    broken: [],
  },
  {
    name: "a turn with other words begins the count anew",
    story: () => turns("baba", says(turns("ab"), "a", { status: "True", reason: "new" })),
    tried: 7,
    broken: [],
  },
  {
    name: "one writer, whose condition others take away",
    story: () => {
      const story = new HistoryFixture().create({ status: own });
      for (let i = 0; i < 8; i += 1) turns("a", story).report(own);
      return story;
    },
    tried: 8,
    broken: [],
  },
  {
    name: "a condition that stays while one of them writes something else",
    story: () =>
      turns("a").report(
        { ...own, phase: "p", conditions: [{ type: "Ready", status: "True" }] },
        { managers: [owning("b", { "f:phase": {} })] },
      ),
    tried: 1,
    broken: [],
  },
])("$name", ({ story, tried, broken }) => {
  expect(verdictOn(requirement, story())).toEqual({ tried, broken });
});

it("lets a controller defend what was its own, and take nothing from others", () => {
  expect(verdictOn(requirement, turns("ababa"), { managers: ["a"] }).broken).toEqual([]);
  expect(verdictOn(requirement, turns("ababa"), { managers: ["b"] }).broken).toEqual([
    foundIn("a and b", [1, 2, 3, 4, 5]),
  ]);
});
