import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { owning, HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleFinding, RuleRow } from "../testing/verdict-on.ts";

const requirement = "controller.one-writer-per-condition";
const own = { observedGeneration: 1 };

function says(fixture: HistoryFixture, manager: string, words: JsonObject): HistoryFixture {
  const conditions = [{ type: "Ready", ...words }];
  const fields = { "f:conditions": { 'k:{"type":"Ready"}': {} } };
  return fixture.report({ ...own, conditions }, { managers: [owning(manager, fields)] });
}

function turns(
  writers: string,
  fixture = new HistoryFixture().create({ status: own }),
): HistoryFixture {
  for (const manager of writers)
    says(fixture, manager, { status: manager === "a" ? "True" : "False" });
  return fixture;
}

function progress(member: string): HistoryFixture {
  const fixture = new HistoryFixture().create({ status: own });
  for (let i = 0; i < 12; i += 1) {
    says(fixture, i % 2 === 0 ? "a" : "b", { status: "False", [member]: `${i}` });
  }
  return fixture;
}

function foundIn(names: string, events: readonly number[]): RuleFinding {
  const detail = `${names} take turns writing the condition Ready, each restoring its own previous value`;
  return { detail, events };
}

it.each<RuleRow>([
  { name: "four turns", fixture: () => turns("abab"), tried: 4, broken: [] },
  {
    name: "five of them, the first one of which is none yet",
    fixture: () => turns("ababa"),
    tried: 5,
    broken: [foundIn("a and b", [1, 2, 3, 4, 5])],
  },
  {
    name: "a fight that goes on is counted anew",
    fixture: () => turns("ababababab"),
    tried: 10,
    broken: [foundIn("a and b", [1, 2, 3, 4, 5]), foundIn("b and a", [6, 7, 8, 9, 10])],
  },
  {
    name: "three writers",
    fixture: () => {
      const fixture = new HistoryFixture().create({ status: own });
      for (const manager of "abcabc") says(fixture, manager, { status: "True", reason: manager });
      return fixture;
    },
    tried: 6,
    broken: [foundIn("a and b and c", [1, 2, 3, 4, 5])],
  },
  {
    name: "a new spec in the midst of it",
    fixture: () => turns("abab", turns("abab").edit({ size: 2 })),
    tried: 8,
    broken: [],
  },
  {
    name: "somebody unknown in the midst of it",
    fixture: () => turns("abab", turns("ab").report({ ...own, conditions: [{ type: "Ready" }] })),
    tried: 6,
    broken: [],
  },
  { name: "another reason each time", fixture: () => progress("reason"), tried: 12, broken: [] },
  { name: "another message each time", fixture: () => progress("message"), tried: 12, broken: [] },
  { name: "another status each time", fixture: () => progress("status"), tried: 12, broken: [] },
  {
    name: "another time each time",
    fixture: () => progress("lastTransitionTime"),
    tried: 1,
    broken: [],
  },
  {
    name: "a turn with other words begins the count anew",
    fixture: () => turns("baba", says(turns("ab"), "a", { status: "True", reason: "new" })),
    tried: 7,
    broken: [],
  },
  {
    name: "one writer, whose condition others take away",
    fixture: () => {
      const fixture = new HistoryFixture().create({ status: own });
      for (let i = 0; i < 8; i += 1) turns("a", fixture).report(own);
      return fixture;
    },
    tried: 8,
    broken: [],
  },
  {
    name: "a condition that stays while one of them writes something else",
    fixture: () =>
      turns("a").report(
        { ...own, phase: "p", conditions: [{ type: "Ready", status: "True" }] },
        { managers: [owning("b", { "f:phase": {} })] },
      ),
    tried: 1,
    broken: [],
  },
])("$name", ({ fixture, tried, broken }) => {
  expect(verdictOn(requirement, fixture())).toEqual({ tried, broken });
});

it("lets a controller defend what was its own, and take nothing from others", () => {
  expect(verdictOn(requirement, turns("ababa"), { managers: ["a"] }).broken).toEqual([]);
  expect(verdictOn(requirement, turns("ababa"), { managers: ["b"] }).broken).toEqual([
    foundIn("a and b", [1, 2, 3, 4, 5]),
  ]);
});

it("does not judge other managers that take turns", () => {
  expect(verdictOn(requirement, turns("ababa"), { managers: ["c"] }).broken).toEqual([]);
});
