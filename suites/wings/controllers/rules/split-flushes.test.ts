import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { driven } from "../testing/rows.ts";
import { owning, HistoryFixture } from "../testing/history-fixture.ts";
import type { StepOptions } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleFinding, RuleRow } from "../testing/verdict-on.ts";

interface Next {
  readonly status: JsonObject;
  readonly options?: StepOptions;
}

const seldom: StepOptions = { ...driven, afterMs: 5_000 };
const soon: StepOptions = { ...driven, afterMs: 200 };
const soonAfter: StepOptions = { ...driven, afterMs: 50 };

/** Two halves of a flush, twice, on an object created by an author: pairs of events, starting with event 2. */
function twice(second: StepOptions, first: StepOptions = seldom): HistoryFixture {
  return reports(
    { status: { a: 1 }, options: first },
    { status: { a: 1, b: 1 }, options: second },
    { status: { a: 2, b: 1 }, options: first },
    { status: { a: 2, b: 2 }, options: second },
  );
}

function reports(...all: readonly Next[]): HistoryFixture {
  const fixture = new HistoryFixture().create({}, { by: "author" });
  for (const { status, options = soon } of all) fixture.report(status, options);
  return fixture;
}

/** Two halves of a report that changes two fields, both initially absent. */
function halves(i: number): readonly Next[] {
  const before = i === 1 ? {} : { b: i - 1 };
  return [{ status: { ...before, a: i }, options: seldom }, { status: { a: i, b: i } }];
}

function split(writer: string, ...events: readonly number[]): RuleFinding {
  return {
    detail: `${writer} sent two writes for a status that fits into one, 2 times`,
    events,
  };
}

function conditions(...words: readonly string[]): JsonObject {
  return {
    conditions: words.map((one) => {
      const [type = "", status = "", reason = ""] = one.split(" ");
      return { type, status, reason };
    }),
  };
}

const b = (member: string, afterMs: number): StepOptions => ({
  managers: [owning("b", { [`f:${member}`]: {} })],
  afterMs,
});

it.each<RuleRow>([
  {
    name: "two halves as long apart as is looked at, twice",
    fixture: () => twice(soon),
    tried: 4,
    broken: [split("controller", 3, 5, 7, 9)],
  },
  {
    name: "two reports, with a change to an owned object between them, twice",
    fixture: () =>
      reports()
        .report({ a: 1 }, seldom)
        .owned("child", "exists", 50)
        .report({ a: 1, b: 1 }, soonAfter)
        .report({ a: 2, b: 1 }, seldom)
        .owned("child", "changed", 50)
        .report({ a: 2, b: 2 }, soonAfter),
    tried: 4,
    broken: [],
  },
  {
    name: "two reports, with a change to an owned object that arrives before them, twice",
    fixture: () =>
      reports()
        .owned("child", "exists", 5_000)
        .report({ a: 1 }, soonAfter)
        .report({ a: 1, b: 1 }, soonAfter)
        .owned("child", "changed", 5_000)
        .report({ a: 2, b: 1 }, soonAfter)
        .report({ a: 2, b: 2 }, soonAfter),
    tried: 4,
    broken: [],
  },
  {
    name: "two reports, with a change to an owned object that arrives after them, twice",
    fixture: () =>
      reports()
        .report({ a: 1 }, seldom)
        .report({ a: 1, b: 1 }, soonAfter)
        .owned("child", "exists", 50)
        .report({ a: 2, b: 1 }, seldom)
        .report({ a: 2, b: 2 }, soonAfter)
        .owned("child", "changed", 50),
    tried: 4,
    broken: [],
  },
  {
    name: "two halves, long after a change to an owned object, twice",
    fixture: () => {
      const fixture = reports().owned("child", "exists", 5_000);
      for (const i of [1, 2])
        for (const { status, options } of halves(i)) fixture.report(status, options ?? soon);
      return fixture;
    },
    tried: 4,
    broken: [split("controller", 4, 6, 8, 10)],
  },
  {
    name: "progress soon after reports of both fields in one write, twice",
    fixture: () =>
      reports(
        { status: { a: 0, b: 0 }, options: seldom },
        { status: { a: 1, b: 0 }, options: seldom },
        { status: { a: 1, b: 1 } },
        { status: { a: 2, b: 1 }, options: seldom },
        { status: { a: 2, b: 2 } },
      ),
    tried: 5,
    broken: [],
  },
  {
    name: "progress soon before reports of a new generation, which was once in one write with it",
    fixture: () =>
      reports({ status: { a: 0, observedGeneration: 1 }, options: seldom })
        .edit({ size: 2 }, { by: "author" })
        .report({ a: 1, observedGeneration: 1 }, seldom)
        .report({ a: 1, observedGeneration: 2 }, soon)
        .edit({ size: 3 }, { by: "author" })
        .report({ a: 2, observedGeneration: 2 }, seldom)
        .report({ a: 2, observedGeneration: 3 }, soon),
    tried: 5,
    broken: [split("controller", 7, 9, 13, 15)],
  },
  {
    name: "two halves with longer between them",
    fixture: () => twice({ ...driven, afterMs: 201 }),
    tried: 4,
    broken: [],
  },
  {
    name: "two halves while the clock goes back",
    fixture: () => twice({ ...driven, afterMs: -1 }),
    tried: 4,
    broken: [],
  },
  {
    name: "two halves at the same time",
    fixture: () => twice({ ...driven, afterMs: 0 }),
    tried: 4,
    broken: [split("controller", 3, 5, 7, 9)],
  },
  {
    name: "two halves once",
    fixture: () => reports({ status: { a: 1 }, options: seldom }, { status: { a: 1, b: 1 } }),
    tried: 2,
    broken: [],
  },
  {
    name: "three parts, which is one split and a half",
    fixture: () =>
      reports(
        { status: { a: 1 }, options: seldom },
        { status: { a: 1, b: 1 } },
        { status: { a: 1, b: 1, c: 1 } },
      ),
    tried: 3,
    broken: [],
  },
  {
    name: "four parts, which are two splits",
    fixture: () =>
      reports(
        { status: { a: 1 }, options: seldom },
        { status: { a: 1, b: 1 } },
        { status: { a: 1, b: 1, c: 1 } },
        { status: { a: 1, b: 1, c: 1, d: 1 } },
      ),
    tried: 4,
    broken: [split("controller", 3, 5, 7, 9)],
  },
  {
    name: "eight halves, which is found twice",
    fixture: () => reports(...[1, 2, 3, 4].flatMap(halves)),
    tried: 8,
    broken: [split("controller", 3, 5, 7, 9), split("controller", 11, 13, 15, 17)],
  },
  {
    name: "the second part says something of the first again",
    fixture: () =>
      reports(
        { status: { a: 1 }, options: seldom },
        { status: { a: 2, b: 1 } },
        { status: { a: 3, b: 1 }, options: seldom },
        { status: { a: 4, b: 2 } },
      ),
    tried: 4,
    broken: [],
  },
  {
    name: "the halves of one condition",
    fixture: () =>
      reports(
        { status: conditions("Ready False a"), options: seldom },
        { status: conditions("Ready False b"), options: seldom },
        { status: conditions("Ready True b") },
        { status: conditions("Ready True c"), options: seldom },
        { status: conditions("Ready False c") },
      ),
    tried: 5,
    broken: [],
  },
  {
    name: "two conditions, one after the other",
    fixture: () =>
      reports(
        { status: conditions("A True"), options: seldom },
        { status: conditions("A True", "B True") },
        { status: conditions("A False", "B True"), options: seldom },
        { status: conditions("A False", "B False") },
      ),
    tried: 4,
    broken: [split("controller", 3, 5, 7, 9)],
  },
  {
    name: "a new spec between the halves",
    fixture: () => {
      const fixture = new HistoryFixture().create({}, { by: "author" });
      for (let i = 1; i < 4; i += 1) {
        fixture.report({ a: i, b: i - 1 }, seldom).edit({ size: i }, { afterMs: 10 });
        fixture.report({ a: i, b: i }, { ...driven, afterMs: 10 });
      }
      return fixture;
    },
    tried: 6,
    broken: [],
  },
  {
    name: "a write of other metadata is no half",
    fixture: () =>
      reports({ status: { a: 1 }, options: seldom })
        .mark({ labels: { a: "1" } }, soon)
        .report({ a: 2 }, seldom)
        .mark({ labels: { a: "2" } }, soon),
    tried: 2,
    broken: [],
  },
  {
    name: "a write of the spec as well is no half",
    fixture: () =>
      reports({ status: { a: 1 }, options: seldom })
        .unseen({ status: { a: 1, b: 1 } })
        .edit({ size: 2 }, soon),
    tried: 1,
    broken: [],
  },
  {
    name: "a report of somebody else between the halves",
    fixture: () => {
      const fixture = new HistoryFixture().create({}, { by: "author" });
      for (let i = 1; i < 4; i += 1) {
        fixture.report({ a: i, b: i - 1, c: i - 1 }, seldom);
        fixture.report({ a: i, b: i - 1, c: i }, { by: "rival", afterMs: 10 });
        fixture.report({ a: i, b: i, c: i }, { ...driven, afterMs: 10 });
      }
      return fixture;
    },
    tried: 6,
    broken: [],
  },
  {
    name: "another controller",
    fixture: () => twice({ by: "rival", afterMs: 10 }, { by: "rival" }),
    tried: 0,
    broken: [],
  },
  { name: "nobody knows who", fixture: () => twice({ afterMs: 10 }, {}), tried: 0, broken: [] },
  {
    name: "a manager who is no controller under judgement",
    fixture: () =>
      reports(
        { status: { a: 1 }, options: b("a", 5_000) },
        { status: { a: 1, b: 1 }, options: b("b", 10) },
        { status: { a: 2, b: 1 }, options: b("a", 5_000) },
        { status: { a: 2, b: 2 }, options: b("b", 10) },
      ),
    tried: 4,
    broken: [split("b", 2, 3, 4, 5)],
  },
  {
    name: "two writers, each with a half",
    fixture: () => twice(b("b", 10)),
    tried: 4,
    broken: [],
  },
])("$name", ({ fixture, tried, broken }) => {
  expect(verdictOn("controller.one-flush-per-reconcile", fixture())).toEqual({ tried, broken });
});
