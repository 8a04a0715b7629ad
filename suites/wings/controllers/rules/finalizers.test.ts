import { expect, it } from "vitest";
import { author, driven } from "../testing/rows.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleFinding, RuleRow } from "../testing/verdict-on.ts";

const deleted = { deletionTimestamp: "2026-01-01T00:00:00Z" };

const running = (...finalizers: readonly string[]): HistoryFixture =>
  new HistoryFixture().controller("started").create({ metadata: { finalizers } }, author);

/** A terminating object with finalizers of the controller. Event 6 is the first state with a deletion timestamp. */
const held = (...finalizers: readonly string[]): HistoryFixture =>
  running().mark({ finalizers }, driven).mark(deleted, author);

const late = (names: string): RuleFinding => ({
  detail: `the object still has the finalizer ${names} 60 s after its deletion was requested`,
  events: [6],
});

it.each<RuleRow>([
  {
    name: "held as long as is allowed",
    fixture: () => held("a/own").wait(60_000),
    tried: 0,
    broken: [],
  },
  {
    name: "held for longer, which is told once",
    fixture: () => held("a/own").wait(60_001).wait(60_001),
    tried: 1,
    broken: [late("a/own")],
  },
  {
    name: "held by two",
    fixture: () => held("a/own", "a/two").wait(60_001),
    tried: 1,
    broken: [late("a/own, a/two")],
  },
  {
    name: "held for longer, while something else happens to it",
    fixture: () =>
      held("a/own")
        .wait(50_000)
        .mark({ labels: { a: "b" } }, author)
        .wait(9_001),
    tried: 1,
    broken: [late("a/own")],
  },
  {
    name: "held without a request to delete it",
    fixture: () =>
      running()
        .mark({ finalizers: ["a/own"] }, driven)
        .report({ a: 1 }, driven)
        .wait(90_000),
    tried: 0,
    broken: [],
  },
  {
    name: "released",
    fixture: () => held("a/own").mark({ finalizers: [] }, driven).wait(60_001),
    tried: 1,
    broken: [],
  },
  {
    name: "released, and still held by somebody else",
    fixture: () =>
      running("x/y")
        .mark({ finalizers: ["x/y", "a/own"] }, driven)
        .mark(deleted, author)
        .mark({ finalizers: ["x/y"] }, driven)
        .wait(60_001),
    tried: 1,
    broken: [],
  },
  {
    name: "held by somebody else alone",
    fixture: () => running("x/y").report({ a: 1 }, driven).mark(deleted, author).wait(60_001),
    tried: 0,
    broken: [],
  },
  {
    name: "held by what the author has set later",
    fixture: () =>
      running()
        .mark({ finalizers: ["x/y"] }, author)
        .mark(deleted, author)
        .wait(60_001),
    tried: 0,
    broken: [],
  },
  {
    name: "gone in the moment of its release",
    fixture: () => held("a/own").gone().wait(60_001),
    tried: 1,
    broken: [],
  },
  { name: "gone, never held", fixture: () => running().gone(), tried: 1, broken: [] },
  {
    name: "gone, never held, while no controller runs",
    fixture: () => running().controller("stopped").gone(),
    tried: 0,
    broken: [],
  },
  {
    name: "a controller that has stopped",
    fixture: () => held("a/own").controller("stopped").wait(60_001),
    tried: 0,
    broken: [],
  },
  {
    name: "no permission to release it",
    fixture: () =>
      held("a/own").refuse("forbidden", { side: "main", isByEndpoint: true }).wait(60_001),
    tried: 0,
    broken: [],
  },
  {
    name: "a controller that begins anew has its time again",
    fixture: () => held("a/own").wait(30_000).controller("started").wait(60_000),
    tried: 0,
    broken: [],
  },
])("$name", ({ fixture, tried, broken }) => {
  expect(verdictOn("controller.finalizer-released", fixture())).toEqual({ tried, broken });
});

it("learns no finalizer from a list that is omitted when it is empty", () => {
  const fixture = running("x/y")
    .mark({ finalizers: [] }, driven)
    .mark(deleted, author)
    .wait(60_001);
  const events = fixture.events.map((event) => {
    if (event.event !== "shown" || event.object.metadata.finalizers?.length !== 0) return event;
    const { finalizers: _finalizers, ...metadata } = event.object.metadata;
    return { ...event, object: { ...event.object, metadata } };
  });
  fixture.events.splice(0, Infinity, ...events);

  expect(verdictOn("controller.finalizer-released", fixture)).toEqual({ tried: 0, broken: [] });
});
