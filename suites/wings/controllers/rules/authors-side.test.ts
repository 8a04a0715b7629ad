import { describe, expect, it } from "vitest";
import { author, authored, driven } from "../testing/rows.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleRow } from "../testing/verdict-on.ts";

/** An object that is being deleted and is held by a finalizer of its author. */
function terminating(): HistoryFixture {
  return new HistoryFixture()
    .create({ metadata: { finalizers: ["x/y"] } }, author)
    .mark({ deletionTimestamp: "2026-01-01T00:00:00Z" }, author);
}

describe("the spec", () => {
  it.each<RuleRow>([
    {
      name: "left alone in each of two reports",
      fixture: () => authored().report({ phase: "a" }, driven).report({ phase: "b" }, driven),
      tried: 2,
      broken: [],
    },
    {
      name: "changed by its author",
      fixture: () => authored().edit({ size: 2 }, author),
      tried: 0,
      broken: [],
    },
    {
      name: "changed in two places by the controller",
      fixture: () => authored().edit({ size: 2, color: "x" }, driven),
      tried: 1,
      broken: [{ detail: "the controller changed spec.size, spec.color", events: [3] }],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.spec-untouched", fixture())).toEqual({ tried, broken });
  });
});

const marks = {
  labels: { app: "a" },
  annotations: { note: "n" },
  finalizers: ["x/wait"],
};
const marked = (): HistoryFixture => new HistoryFixture().create({ metadata: marks }, author);
const ours = { labels: { app: "a", own: "1" } };

describe("labels, annotations and finalizers", () => {
  it.each<RuleRow>([
    {
      name: "each kind of them is known by its name",
      fixture: () =>
        marked().mark({ labels: { app: "b" }, annotations: {}, finalizers: [] }, driven),
      tried: 1,
      broken: [
        {
          detail:
            "the controller changed or removed the label app, the annotation note, the finalizer x/wait, which it had not set",
          events: [1, 3],
        },
      ],
    },
    {
      name: "those that a report leaves alone were tried",
      fixture: () => marked().report({ phase: "a" }, driven),
      tried: 1,
      broken: [],
    },
    {
      name: "what was taken once is not accused again",
      fixture: () =>
        marked()
          .mark({ labels: { app: "b" } }, driven)
          .mark({ labels: { app: "c" } }, driven),
      tried: 2,
      broken: [
        {
          detail: "the controller changed or removed the label app, which it had not set",
          events: [1, 3],
        },
      ],
    },
    {
      name: "what an author adds later is the author's",
      fixture: () => authored().mark(marks, author).mark({ finalizers: [] }, driven),
      tried: 1,
      broken: [
        {
          detail: "the controller changed or removed the finalizer x/wait, which it had not set",
          events: [3, 5],
        },
      ],
    },
    {
      name: "what another controller changes is the other's",
      fixture: () =>
        new HistoryFixture()
          .create({ metadata: ours }, driven)
          .mark({ labels: { app: "b", own: "1" } }, { by: "rival" })
          .mark({ labels: { app: "c", own: "2" } }, driven),
      tried: 1,
      broken: [
        {
          detail: "the controller changed or removed the label app, which it had not set",
          events: [3, 5],
        },
      ],
    },
    {
      name: "what the controller has set stays its own beside what others add",
      fixture: () =>
        new HistoryFixture()
          .create({ metadata: ours }, driven)
          .mark({ labels: { ...ours.labels, other: "1" } }, author)
          .mark({ labels: { app: "b", own: "2", other: "1" } }, driven),
      tried: 1,
      broken: [],
    },
    {
      name: "what its author took away again is nobody's",
      fixture: () =>
        marked()
          .mark({ labels: {}, annotations: {}, finalizers: [] }, author)
          .report({ phase: "a" }, driven),
      tried: 0,
      broken: [],
    },
    {
      name: "what nobody knows who set is nobody's",
      fixture: () =>
        new HistoryFixture()
          .create({ metadata: marks })
          .mark({ ...marks, labels: { app: "b" } })
          .mark({ labels: {}, annotations: {}, finalizers: [] }, driven),
      tried: 0,
      broken: [],
    },
    {
      name: "a finalizer of the author, with the object that it held",
      fixture: () => terminating().removeBy("controller").gone(),
      tried: 1,
      broken: [
        {
          detail:
            "the controller removed the finalizer x/y, which it had not set, so the object was deleted",
          events: [1, 5],
        },
      ],
    },
    {
      name: "a finalizer of the author, in a write whose response has the last version",
      fixture: () => removedAtLastVersion("controller").gone(),
      tried: 1,
      broken: [
        {
          detail:
            "the controller removed the finalizer x/y, which it had not set, so the object was deleted",
          events: [1, 5],
        },
      ],
    },
    {
      name: "a finalizer that its author removes, in a write whose response has the last version",
      fixture: () => removedAtLastVersion("controller", "author").gone(),
      tried: 0,
      broken: [],
    },
    {
      name: "a finalizer that its author removes",
      fixture: () => terminating().removeBy("author").gone(),
      tried: 0,
      broken: [],
    },
    {
      name: "a finalizer that its author removes at the same time",
      fixture: () => terminating().removeBy("controller").removeBy("author").gone(),
      tried: 0,
      broken: [],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.authored-metadata-untouched", fixture())).toEqual({
      tried,
      broken,
    });
  });
});

/** Writes that leave the version as it is: they change nothing, or the last one removes the object. */
function removedAtLastVersion(...writers: readonly ("author" | "controller")[]): HistoryFixture {
  const history = terminating();
  for (const by of writers) {
    history.repeat({});
    const write = history.events.pop();
    if (write?.event === "write") history.events.push({ ...write, by, side: "main" });
  }
  return history;
}
