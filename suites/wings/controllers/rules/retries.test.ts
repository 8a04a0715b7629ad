import { describe, expect, it } from "vitest";
import { condition, HistoryFixture } from "../testing/history-fixture.ts";
import { again, author, authored, driven } from "../testing/rows.ts";
import type { Row } from "../testing/rows.ts";
import { brokenBy } from "../testing/verdict-on.ts";

describe("what was staged before a conflict", () => {
  const staged = {
    observedGeneration: 1,
    phase: "Done",
    replicas: 3,
    conditions: [condition("Ready", "True")],
  };
  const { phase: _phase, ...withoutPhase } = staged;

  it.each<Row>([
    {
      name: "all of it again",
      fixture: () => authored().refuse("conflict", { status: staged }).report(staged, driven),
      broken: [],
    },
    {
      name: "the conditions alone",
      fixture: () =>
        authored()
          .refuse("conflict", { status: staged })
          .report({ conditions: staged.conditions, observedGeneration: 1 }, driven),
      broken: ["controller.retry-keeps-everything-staged"],
    },
    {
      name: "the value from before",
      fixture: () =>
        authored()
          .report({ ...staged, phase: "Old", conditions: [condition("Ready", "False")] }, driven)
          .refuse("conflict", {
            status: { ...staged, conditions: [condition("Ready", "True", 9)] },
          })
          .report({ ...staged, phase: "Old", conditions: [condition("Ready", "True", 9)] }, driven),
      broken: ["controller.retry-keeps-everything-staged"],
    },
    {
      name: "a third value, found by looking again",
      fixture: () =>
        authored()
          .refuse("conflict", { status: staged })
          .report({ ...staged, phase: "Failed" }, driven),
      broken: [],
    },
    {
      name: "less, after the spec was changed",
      fixture: () =>
        authored()
          .refuse("conflict", { status: staged })
          .edit({ size: 2 }, author)
          .report({ ...withoutPhase, observedGeneration: 2 }, driven),
      broken: [],
    },
    {
      name: "less, by a new process",
      fixture: () =>
        authored()
          .refuse("conflict", { status: staged })
          .controller("started")
          .report(withoutPhase, driven),
      broken: [],
    },
    {
      name: "nothing at all",
      fixture: () =>
        new HistoryFixture()
          .controller("started")
          .create({ status: { observedGeneration: 1 } })
          .refuse("conflict", { status: staged })
          .wait(61_000),
      broken: ["controller.retry-keeps-everything-staged"],
    },
  ])("$name", ({ fixture, broken }) => expect(brokenBy(fixture())).toEqual(broken));
});

const many = (count: number, afterMs: number, reason: "conflict" | "invalid"): HistoryFixture => {
  const fixture = authored();
  for (let i = 0; i < count; i += 1) fixture.refuse(reason, { afterMs });
  return fixture;
};

describe("how often and how soon", () => {
  it.each<Row>([
    { name: "five conflicts", fixture: () => many(5, 10, "conflict"), broken: [] },
    {
      name: "conflicts without end",
      fixture: () => many(60, 10, "conflict"),
      broken: ["controller.retries-are-bounded"],
    },
    { name: "conflicts with pauses", fixture: () => many(60, 1500, "conflict"), broken: [] },
    {
      name: "an invalid write again and again",
      fixture: () => many(13, 10, "invalid"),
      broken: ["controller.retries-are-bounded"],
    },
    { name: "an invalid write with pauses", fixture: () => many(13, 1500, "invalid"), broken: [] },
    {
      name: "a write before the time that was told",
      fixture: () =>
        authored()
          .refuse("rateLimited", { retryAfterSeconds: 2 })
          .report({ observedGeneration: 1 }, { ...driven, afterMs: 500 }),
      broken: ["controller.retry-waits-as-told"],
    },
    {
      name: "a write after it",
      fixture: () =>
        authored()
          .refuse("rateLimited", { retryAfterSeconds: 2 })
          .report({ observedGeneration: 1 }, { ...driven, afterMs: 2000 }),
      broken: [],
    },
    {
      name: "a write before it, by a new process",
      fixture: () =>
        authored()
          .refuse("rateLimited", { retryAfterSeconds: 20 })
          .controller("started")
          .report({ observedGeneration: 1 }, driven),
      broken: [],
    },
  ])("$name", ({ fixture, broken }) => expect(brokenBy(fixture())).toEqual(broken));
});

describe("an object that is gone", () => {
  it.each<Row>([
    {
      name: "written three times",
      fixture: () => authored().gone().refuse("notFound").refuse("notFound").refuse("notFound"),
      broken: ["controller.deleted-object-ends-reconcile"],
    },
    {
      name: "written by two reconciles, each of which writes both its sides",
      fixture: () =>
        authored()
          .gone()
          .refuse("notFound")
          .refuse("notFound", { side: "main" })
          .refuse("notFound")
          .refuse("notFound", { side: "main" }),
      broken: [],
    },
    {
      name: "written by three reconciles, each of which writes both its sides",
      fixture: () =>
        again(authored().gone(), 3, (fixture) =>
          fixture.refuse("notFound", { side: "main" }).refuse("notFound"),
        ),
      broken: ["controller.deleted-object-ends-reconcile"],
    },
    { name: "written once", fixture: () => authored().gone().refuse("notFound"), broken: [] },
    {
      name: "created anew",
      fixture: () =>
        authored()
          .gone()
          .refuse("notFound")
          .refuse("notFound")
          .create({}, author)
          .refuse("notFound")
          .report({ observedGeneration: 1 }, driven),
      broken: [],
    },
  ])("$name", ({ fixture, broken }) => expect(brokenBy(fixture())).toEqual(broken));
});

const unnamed = (isApply: boolean): HistoryFixture => {
  const fixture = authored().report({ observedGeneration: 1 }, driven);
  const write = fixture.events.findLast(({ event }) => event === "write");
  if (write?.event !== "write") throw new Error("the story has a write");
  const { precondition: _precondition, ...rest } = write;
  fixture.events.push({ ...rest, isApply });
  return fixture;
};

describe("versions in writes", () => {
  it("asks for one", () => {
    expect(brokenBy(unnamed(false))).toEqual(["controller.writes-name-their-version"]);
  });

  it("asks none of an apply", () => {
    expect(brokenBy(unnamed(true))).toEqual([]);
  });
});
