import { describe, expect, it } from "vitest";
import { brokenBy } from "../testing/judged.ts";
import { author, authored, driven } from "../testing/rows.ts";
import type { Row } from "../testing/rows.ts";
import { condition, HistoryFixture } from "../testing/history-fixture.ts";

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
      story: () => authored().refuse("conflict", { status: staged }).report(staged, driven),
      broken: [],
    },
    {
      name: "the conditions alone",
      story: () =>
        authored()
          .refuse("conflict", { status: staged })
          .report({ conditions: staged.conditions, observedGeneration: 1 }, driven),
      broken: ["controller.retry-keeps-everything-staged"],
    },
    {
      name: "the value from before",
      story: () =>
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
      story: () =>
        authored()
          .refuse("conflict", { status: staged })
          .report({ ...staged, phase: "Failed" }, driven),
      broken: [],
    },
    {
      name: "less, after the spec was changed",
      story: () =>
        authored()
          .refuse("conflict", { status: staged })
          .edit({ size: 2 }, author)
          .report({ ...withoutPhase, observedGeneration: 2 }, driven),
      broken: [],
    },
    {
      name: "less, by a new process",
      story: () =>
        authored()
          .refuse("conflict", { status: staged })
          .controller("started")
          .report(withoutPhase, driven),
      broken: [],
    },
    {
      name: "nothing at all",
      story: () =>
        new HistoryFixture()
          .controller("started")
          .create({ status: { observedGeneration: 1 } })
          .refuse("conflict", { status: staged })
          .wait(61_000),
      broken: ["controller.retry-keeps-everything-staged"],
    },
  ])("$name", ({ story, broken }) => expect(brokenBy(story())).toEqual(broken));
});

const many = (count: number, afterMs: number, reason: "conflict" | "invalid"): HistoryFixture => {
  const story = authored();
  for (let i = 0; i < count; i += 1) story.refuse(reason, { afterMs });
  return story;
};

describe("how often and how soon", () => {
  it.each<Row>([
    { name: "five conflicts", story: () => many(5, 10, "conflict"), broken: [] },
    {
      name: "conflicts without end",
      story: () => many(60, 10, "conflict"),
      broken: ["controller.retries-are-bounded"],
    },
    { name: "conflicts with pauses", story: () => many(60, 1500, "conflict"), broken: [] },
    {
      name: "an invalid write again and again",
      story: () => many(13, 10, "invalid"),
      broken: ["controller.retries-are-bounded"],
    },
    { name: "an invalid write with pauses", story: () => many(13, 1500, "invalid"), broken: [] },
    {
      name: "a write before the time that was told",
      story: () =>
        authored()
          .refuse("rateLimited", { retryAfterSeconds: 2 })
          .report({ observedGeneration: 1 }, { ...driven, afterMs: 500 }),
      broken: ["controller.retry-waits-as-told"],
    },
    {
      name: "a write after it",
      story: () =>
        authored()
          .refuse("rateLimited", { retryAfterSeconds: 2 })
          .report({ observedGeneration: 1 }, { ...driven, afterMs: 2000 }),
      broken: [],
    },
    {
      name: "a write before it, by a new process",
      story: () =>
        authored()
          .refuse("rateLimited", { retryAfterSeconds: 20 })
          .controller("started")
          .report({ observedGeneration: 1 }, driven),
      broken: [],
    },
  ])("$name", ({ story, broken }) => expect(brokenBy(story())).toEqual(broken));
});

describe("an object that is gone", () => {
  it.each<Row>([
    {
      name: "written three times",
      story: () => authored().gone().refuse("notFound").refuse("notFound").refuse("notFound"),
      broken: ["controller.deleted-object-ends-reconcile"],
    },
    { name: "written once", story: () => authored().gone().refuse("notFound"), broken: [] },
    {
      name: "created anew",
      story: () =>
        authored()
          .gone()
          .refuse("notFound")
          .refuse("notFound")
          .create({}, author)
          .refuse("notFound")
          .report({ observedGeneration: 1 }, driven),
      broken: [],
    },
  ])("$name", ({ story, broken }) => expect(brokenBy(story())).toEqual(broken));
});

const unnamed = (isApply: boolean): HistoryFixture => {
  const story = authored().report({ observedGeneration: 1 }, driven);
  const write = story.events.findLast(({ event }) => event === "write");
  if (write?.event !== "write") throw new Error("the story has a write");
  const { precondition: _precondition, ...rest } = write;
  story.events.push({ ...rest, isApply });
  return story;
};

describe("versions in writes", () => {
  it("asks for one", () => {
    expect(brokenBy(unnamed(false))).toEqual(["controller.writes-name-their-version"]);
  });

  it("asks none of an apply", () => {
    expect(brokenBy(unnamed(true))).toEqual([]);
  });
});
