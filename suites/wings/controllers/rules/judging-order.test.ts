import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { ControllerEvent } from "./controller-event.ts";
import { inJudgingOrder } from "./judging-order.ts";
import { ControllerJudge } from "./judge-controllers.ts";
import type { ControllerJudgement } from "./controller-finding.ts";
import { condition, HistoryFixture } from "../testing/history-fixture.ts";
import { author, driven } from "../testing/rows.ts";
import { instancesOf } from "../testing/verdict-on.ts";

const fixture = new HistoryFixture()
  .create({}, { by: "author" })
  .refuse("conflict")
  .report({ phase: "a" }, { by: "controller" });

it("puts a write before the state that it made, and leaves all else in place", () => {
  const [creation, created, refusal, write, reported] = fixture.events;
  const late = [creation, created, refusal, reported, write].filter((one) => one !== undefined);

  expect(inJudgingOrder(late)).toEqual(fixture.events);
});

it("puts a write after the state that it names", () => {
  const [creation, created, refusal, ...others] = fixture.events;
  const early = [creation, refusal, created, ...others].filter((one) => one !== undefined);

  expect(inJudgingOrder(early)).toEqual(fixture.events);
});

it("puts a conflict after the state that replaced the one that it names", () => {
  const history = new HistoryFixture().create({}, author);
  const precondition = history.version;
  history.mark({ labels: { a: "b" } }, author).refuse("conflict", { precondition });
  const [creation, created, mark, marked, refusal] = history.events;
  const early = [creation, created, mark, refusal, marked].filter((one) => one !== undefined);

  expect(inJudgingOrder(early)).toEqual(history.events);
});

it("puts a stored write before the deletion of the object that it names", () => {
  const history = new HistoryFixture()
    .create({ metadata: { finalizers: ["a/b"] } }, author)
    .mark({ finalizers: [] }, driven);
  history.events.pop();
  const release = history.events.pop();
  history.gone();
  const order = [...history.events.slice(0, -1), release, ...history.events.slice(-1)];
  const late = [...history.events, release];

  expect(inJudgingOrder(late.filter((one) => one !== undefined))).toEqual(order);
});

it("puts the creation of a recreated object after the deletion of its predecessor", () => {
  const history = new HistoryFixture().create({}, author).gone().create({}, author);
  const [creation, created, gone, recreation, recreated] = history.events;
  const late = [creation, created, recreation, gone, recreated];

  expect(inJudgingOrder(late.filter((one) => one !== undefined))).toEqual(history.events);
});

it("changes nothing about events that are in order", () => {
  expect(inJudgingOrder(fixture.events)).toEqual(fixture.events);
  expect(inJudgingOrder(new HistoryFixture().create().again().relist().events)).toHaveLength(3);
});

/** Delivers each state of the watch after up to `most` more of the events that follow it. */
function delayed(events: readonly ControllerEvent[], most: number): readonly ControllerEvent[] {
  const placed = events.map((event, at) => ({
    event,
    at: at + (event.event === "shown" || event.event === "gone" ? most + 0.5 : 0),
  }));
  return placed.toSorted((left, right) => left.at - right.at).map(({ event }) => event);
}

function judge(events: readonly ControllerEvent[]): ControllerJudgement {
  const controllers = new ControllerJudge({
    promises: { Widget: { acknowledgements: [{ spec: ["size"], status: ["size"] }] } },
  });
  for (const event of events) controllers.observe(event);
  return controllers.conclude();
}

const fast = { ...driven, inFlightMs: 10 };

const ready = (generation: number): JsonObject => ({
  observedGeneration: generation,
  conditions: [condition("Ready", "True")],
});

const started = (): HistoryFixture =>
  new HistoryFixture()
    .controller("started")
    .create({ spec: { size: 1 } }, author)
    .report({ ...ready(1), size: 1 }, fast);

it.each<{
  readonly name: string;
  readonly history: HistoryFixture;
  readonly tried: Parameters<typeof instancesOf>[0];
}>([
  {
    name: "a retry after a conflict",
    tried: "controller.retry-keeps-everything-staged",
    history: started()
      .mark({ labels: { a: "b" } }, author)
      .refuse("conflict", { status: { ...ready(1), size: 2 } })
      .report({ ...ready(1), size: 2 }, fast)
      .wait(1),
  },
  {
    name: "a conflict with a new spec",
    tried: "controller.observed-generation-of-start",
    history: started()
      .report({ ...ready(1), size: 1, phase: "b" }, fast)
      .refuse("conflict", { status: { ...ready(1), size: 1 } })
      .edit({ size: 2 }, author)
      .report({ ...ready(2), size: 2 }, fast),
  },
  {
    name: "a write that follows another one, whose base the watch shows late",
    tried: "controller.acts-on-own-writes",
    history: started()
      .report({ ...ready(1), size: 1, phase: "b" }, { ...fast, afterMs: 5_000 })
      .report({ ...ready(1), size: 1, phase: "c" }, fast),
  },
  {
    name: "a write that repeats one whose response was lost",
    tried: "controller.writes-only-changes",
    history: started()
      .lose({ ...ready(1), size: 1, phase: "b" })
      .report({ ...ready(1), size: 1, phase: "b" }, fast)
      .report({ ...ready(1), size: 1, phase: "c" }, fast),
  },
])("judges $name alike, however late the watch is", ({ history, tried }) => {
  const expected = judge(inJudgingOrder(history.events));
  expect(instancesOf(tried, expected)).toBeGreaterThan(0);
  for (let most = 1; most < history.events.length; most += 1) {
    const { findings, standings } = judge(inJudgingOrder(delayed(history.events, most)));

    expect(findings.map(({ detail }) => detail)).toEqual(
      expected.findings.map(({ detail }) => detail),
    );
    expect(standings).toEqual(expected.standings);
  }
});
