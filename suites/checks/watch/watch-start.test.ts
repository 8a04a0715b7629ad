import { describe, expect, it } from "vitest";
import { earlierLife } from "#harness";
import type { Finding, SeenEvent } from "#harness";
import { resultsOf, strictTarget } from "../testing/builders.ts";
import { eventOf, openIn, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { listThenWatch } from "./list-then-watch.ts";
import { namespaceFilter } from "./namespace-filter.ts";
import { reconnectLosesNothing } from "./reconnect-loses-nothing.ts";
import { resumesAfterVersion } from "./resumes-after-version.ts";
import { selectorFilter } from "./selector-filter.ts";
import { selectorTransitions } from "./selector-transitions.ts";

const created = writtenAt("2");
const second = writtenAt("3");
const third = writtenAt("4");
const fourth = writtenAt("5");
const neighbour = writtenAt("9", { metadata: { name: "b", namespace: "other" } });

interface Row {
  readonly why: string;
  readonly events: readonly SeenEvent[];
  readonly result: Finding["result"];
  readonly reached?: boolean;
}

describe("a watch from the version of a list", () => {
  const fresh = writtenAt("6", { metadata: { name: "b" } });
  const added = eventOf(fresh, "ADDED");

  it.each<Row>([
    { why: "goes on", events: [eventOf(third), added, eventOf(fourth)], result: "held" },
    { why: "has a gap at the start", events: [added, eventOf(fourth)], result: "violated" },
    { why: "misses the new object", events: [eventOf(third), eventOf(fourth)], result: "violated" },
    {
      why: "repeats the list",
      events: [eventOf(second), eventOf(third), added, eventOf(fourth)],
      result: "violated",
    },
    { why: "never shows the sentinel", events: [], reached: false, result: "undecided" },
  ])("$why: $result", ({ events, result, reached = true }) => {
    const findings = listThenWatch.judge(
      {
        listExchange: 3,
        listed: second,
        writes: [third, fourth],
        created: fresh,
        watch: watchWith(events, { after: "3", reached }),
      },
      strictTarget,
    );

    expect(resultsOf(findings, "watch.list-then-watch")).toEqual([result]);
  });

  it("shows nothing if the list lags behind the write before it", () => {
    const delay = "the list contains version 2 of the object, not 3";
    const events = [second, third, fresh, fourth].map((write) => eventOf(write));
    const findings = listThenWatch.judge(
      {
        listExchange: 3,
        listed: second,
        delay,
        writes: [third, fourth],
        created: fresh,
        watch: watchWith(events, { after: "2" }),
      },
      strictTarget,
    );

    expect(findings).toMatchObject([
      { result: "undecided", reason: delay, evidence: [3, 4, 5, 6] },
    ]);
  });
});

describe("a watch from a version", () => {
  it.each<Row>([
    { why: "goes on", events: [eventOf(third), eventOf(fourth)], result: "held" },
    { why: "skips the next", events: [eventOf(fourth)], result: "violated" },
    {
      why: "repeats its start",
      events: [second, third, fourth].map((write) => eventOf(write)),
      result: "violated",
    },
    { why: "exchanges two", events: [eventOf(fourth), eventOf(third)], result: "violated" },
    { why: "starts now", events: [], result: "violated" },
    { why: "never shows the sentinel", events: [], reached: false, result: "undecided" },
  ])("$why: $result", ({ events, result, reached = true }) => {
    const findings = resumesAfterVersion.judge(
      {
        writes: [created, second, third, fourth],
        watches: [watchWith(events, { after: "3", reached })],
      },
      strictTarget,
    );

    expect(resultsOf(findings, "watch.resumes-after-version")).toEqual([result]);
  });
});

describe("a watch from a version that the server has not reached", () => {
  it.each([
    { why: "delivers nothing", events: [], results: [] },
    { why: "delivers current changes", events: [eventOf(fourth)], results: ["violated"] },
    { why: "waits", events: [eventOf(writtenAt("1000006"))], results: [] },
  ])("$why: $results", ({ events, results }) => {
    const future = watchWith(events, { after: "1000005", reached: false });
    const observed = { writes: [created, second], watches: [], future } as const;
    const findings = resumesAfterVersion.judge(observed, strictTarget);

    expect(resultsOf(findings, "watch.resumes-after-version")).toEqual(results);
  });
});

describe("a watcher that reconnects", () => {
  const requirement = "watch.resumes-after-version";
  const broken = watchWith([eventOf(second)], { after: "2", reached: false });
  const judge = (events: readonly SeenEvent[], reached: boolean): readonly Finding[] =>
    reconnectLosesNothing.judge(
      {
        created,
        writes: [second, third, fourth],
        broken,
        resumed: watchWith(events, { after: "3", reached }),
      },
      strictTarget,
    );

  it.each<Row>([
    { why: "misses nothing", events: [eventOf(third), eventOf(fourth)], result: "held" },
    { why: "misses one", events: [eventOf(fourth)], result: "violated" },
    {
      why: "sees one again",
      events: [second, third, fourth].map((write) => eventOf(write)),
      result: "violated",
    },
    { why: "never sees the sentinel", events: [], reached: false, result: "undecided" },
  ])("$why: $result", ({ events, result, reached = true }) => {
    expect(resultsOf(judge(events, reached), requirement)).toEqual([result]);
  });

  it("decides nothing without an earlier observation", () => {
    const silent = watchWith([], { after: "2", reached: false });
    const findings = reconnectLosesNothing.judge(
      { created, writes: [second], broken: silent },
      strictTarget,
    );

    expect(resultsOf(findings, requirement)).toEqual(["undecided"]);
  });
});

describe("a watch on one namespace", () => {
  const requirement = "watch.namespace-filter";
  const judge = (events: readonly SeenEvent[], reached: boolean): readonly Finding[] =>
    namespaceFilter.judge(
      [
        { created, writes: [second], watch: watchWith(events, { reached }) },
        {
          created: neighbour,
          writes: [neighbour],
          watch: watchWith([eventOf(neighbour)], { namespace: "other" }),
        },
      ],
      strictTarget,
    );

  it.each<Row>([
    { why: "is silent on the other", events: [eventOf(second)], result: "held" },
    {
      why: "begins with the state before the writes",
      events: [eventOf(created, "ADDED"), eventOf(second)],
      result: "held",
    },
    {
      why: "tells of the other",
      events: [eventOf(second), eventOf(neighbour)],
      result: "violated",
    },
    {
      why: "tells of the deletion of the other",
      events: [eventOf(second), eventOf(neighbour, "DELETED")],
      result: "violated",
    },
    {
      why: "tells of a third object, created in the other",
      events: [
        eventOf(second),
        eventOf(writtenAt("9", { metadata: { namespace: "other", name: "c" } }), "ADDED"),
      ],
      result: "violated",
    },
    {
      why: "loses an event of its own, which other rules judge",
      events: [eventOf(created, "ADDED")],
      result: "held",
    },
    { why: "is silent on its own", events: [], result: "undecided" },
    { why: "never shows the sentinel", events: [], reached: false, result: "undecided" },
  ])("$why: $result", ({ events, result, reached = true }) => {
    expect(resultsOf(judge(events, reached), requirement)).toEqual([result, "held"]);
  });

  it("is no instance for a kind without two namespaces", () => {
    expect(namespaceFilter.judge([], strictTarget)).toEqual([
      expect.objectContaining({ result: "held", requirement, instances: 0 }),
    ]);
  });
});

describe("a watch limited by labels", () => {
  const other = writtenAt("7", { metadata: { name: "b" } });

  it.each<Row & { readonly unlimited?: readonly SeenEvent[] }>([
    { why: "delivers what matches", events: [eventOf(second), eventOf(third)], result: "held" },
    {
      why: "begins with the state before the writes",
      events: [eventOf(created, "ADDED"), eventOf(second), eventOf(third)],
      result: "held",
    },
    {
      why: "leaves one out that a watch without a selector delivers",
      events: [eventOf(third)],
      result: "violated",
      unlimited: [eventOf(second), eventOf(third)],
    },
    {
      why: "leaves one out, like a watch without a selector",
      events: [eventOf(third)],
      result: "undecided",
      unlimited: [eventOf(third)],
    },
    {
      why: "delivers what does not, and leaves one out",
      events: [eventOf(other), eventOf(third)],
      result: "violated",
      unlimited: [eventOf(third)],
    },
    {
      why: "delivers what does not",
      events: [second, third, other].map((write) => eventOf(write)),
      result: "violated",
    },
    { why: "never shows the sentinel", events: [], reached: false, result: "undecided" },
  ])("$why: $result", ({ events, result, reached = true, unlimited }) => {
    const control = unlimited === undefined ? {} : { unlimited: watchWith(unlimited) };
    const watch = watchWith(events, { reached });
    const findings = selectorFilter.judge(
      { inside: [second, third], outside: [other], watch, ...control },
      strictTarget,
    );

    expect(resultsOf(findings, "watch.selector-filter")).toEqual([result]);
  });
});

describe("a watch that starts before the labels changed", () => {
  const matched = writtenAt("2", { metadata: { name: "b" } });
  const left = writtenAt("3", { metadata: { name: "b" } });
  const outside = writtenAt("7", { metadata: { name: "b" } });
  const earlier = earlierLife(matched, left);
  const replay = [eventOf(matched, "ADDED"), eventOf(left, "DELETED")];
  const wanted = [eventOf(second), eventOf(third)];

  it.each([
    { why: "repeats the earlier life", shown: replay, result: "held" },
    { why: "starts within it", shown: replay.slice(1), result: "held" },
    { why: "shows a later state", shown: [...replay, eventOf(outside)], result: "violated" },
    { why: "shows the state that does not match", shown: [eventOf(left)], result: "violated" },
    { why: "returns to it", shown: [eventOf(outside), ...replay], result: "violated" },
  ])("and $why: $result", ({ shown, result }) => {
    const watch = watchWith([...wanted, ...shown]);
    const findings = selectorFilter.judge(
      { inside: [second, third], outside: [left, outside], earlier, watch },
      strictTarget,
    );

    expect(resultsOf(findings, "watch.selector-filter")).toEqual([result]);
  });

  it("is judged by what the object does afterwards", () => {
    const before = earlierLife(created, second);
    const events = [
      eventOf(created, "ADDED"),
      eventOf(second, "DELETED"),
      eventOf(third, "ADDED"),
      eventOf(fourth, "DELETED"),
    ];
    const parts = { entry: third, within: [], exit: fourth, beyond: [], watch: watchWith(events) };

    expect(openIn(selectorTransitions.judge(parts, strictTarget))).not.toEqual({});
    expect(openIn(selectorTransitions.judge({ ...parts, earlier: before }, strictTarget))).toEqual(
      {},
    );
  });
});

describe("an object whose labels change", () => {
  const entry = "watch.selector-entry-is-added";
  const exit = "watch.selector-exit-is-deleted";
  const lastMatch = "watch.selector-exit-shows-last-match";
  const added = eventOf(second, "ADDED");
  const deleted = eventOf(fourth, "DELETED");
  const relabelled = writtenAt("5", { metadata: { labels: { of: "another" } } }).object;

  it.each([
    { why: "comes and goes", events: [added, eventOf(third), deleted], open: {} },
    {
      why: "comes as MODIFIED",
      events: [eventOf(second), eventOf(third), deleted],
      open: { [entry]: "violated" },
    },
    {
      why: "is shown before it comes",
      events: [eventOf(created), added, eventOf(third), deleted],
      open: { [entry]: "violated" },
    },
    {
      why: "goes in silence",
      events: [added, eventOf(third)],
      open: { [exit]: "violated" },
    },
    {
      why: "is shown after it went",
      events: [added, eventOf(third), deleted, eventOf(writtenAt("6"))],
      open: { [exit]: "violated" },
    },
    {
      why: "never shows the sentinel",
      events: [],
      reached: false,
      open: { [entry]: "undecided", [exit]: "undecided", [lastMatch]: "undecided" },
    },
    {
      why: "goes with what no longer matches",
      events: [added, eventOf(third), { ...deleted, object: relabelled }],
      open: { [lastMatch]: "violated" },
    },
    {
      why: "goes at the version that still matched",
      events: [
        added,
        eventOf(third),
        { ...deleted, resourceVersion: third.object.metadata.resourceVersion },
      ],
      open: { [lastMatch]: "violated" },
    },
  ])("$why", ({ events, open, reached = true }) => {
    const observations = { entry: second, within: [third], exit: fourth, beyond: [] };
    const watch = watchWith(events, { reached });

    expect(openIn(selectorTransitions.judge({ ...observations, watch }, strictTarget))).toEqual(
      open,
    );
  });

  it("shows no last match if it goes in silence", () => {
    const observations = { entry: second, within: [third], exit: fourth, beyond: [] };
    const watch = watchWith([added, eventOf(third)], { reached: true });

    expect(selectorTransitions.judge({ ...observations, watch }, strictTarget)).toContainEqual(
      expect.objectContaining({
        requirement: lastMatch,
        instances: 0,
        note: "the watch delivered no DELETED event for the object",
      }),
    );
  });
});
