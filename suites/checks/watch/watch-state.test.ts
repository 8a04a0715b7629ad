import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { RefusalReason, WatchEnd } from "#contract";
import type { Finding, SeenEvent, WatchObservation } from "#harness";
import { resultsOf, strictTarget } from "../testing/builders.ts";
import { eventOf, openIn, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { expiredCursor } from "./expired-cursor.ts";
import { initialEvents } from "./initial-events.ts";
import { sameOverEventStream } from "./same-over-event-stream.ts";

const expiry = "watch.expired-cursor-is-refused";

function markAt(version: string): SeenEvent {
  const event = { type: "BOOKMARK", resourceVersion: resourceVersion(version) } as const;
  return { ...event, initialEventsEnd: true, arrivedMs: 0 };
}

describe("initial events", () => {
  const state = "watch.initial-events-are-current-state";
  const end = "watch.initial-events-end-is-marked";
  const written = writtenAt("3", { status: { count: 2 } });
  const other = writtenAt("4", { metadata: { name: "b" } });
  const gone = writtenAt("5", { metadata: { name: "c" } });
  const later = writtenAt("7", { status: { count: 3 } });
  const [is, there, comes] = [eventOf(written, "ADDED"), eventOf(other, "ADDED"), eventOf(later)];
  const mark = markAt("6");
  const bare = eventOf(writtenAt("3"), "ADDED");

  it.each([
    { why: "are complete", events: [there, is, mark, comes], open: {} },
    { why: "miss one", events: [is, mark, comes], open: { [state]: "violated" } },
    {
      why: "miss a part of one",
      events: [bare, there, mark, comes],
      open: { [state]: "violated" },
    },
    {
      why: "have one that is gone",
      events: [is, there, eventOf(gone, "ADDED"), mark, comes],
      open: { [state]: "violated" },
    },
    {
      why: "come again as live events",
      events: [is, there, mark, eventOf(written), comes],
      open: { [state]: "violated" },
    },
    {
      why: "come as changes",
      events: [eventOf(written), there, mark, comes],
      open: { [state]: "violated" },
    },
    {
      why: "are followed by an old state after a change, which is another matter",
      events: [is, there, mark, comes, eventOf(written)],
      open: {},
    },
    { why: "have no end", events: [is, there, comes], open: { [end]: "violated" } },
    { why: "have two ends", events: [is, there, mark, mark, comes], open: { [end]: "violated" } },
    { why: "go on after their end", events: [is, mark, there, comes], open: { [end]: "violated" } },
    { why: "end too late", events: [is, there, comes, mark], open: { [end]: "violated" } },
    {
      why: "have an end that is no bookmark",
      events: [is, { ...there, initialEventsEnd: true }, comes],
      open: { [end]: "violated" },
    },
    {
      why: "never show the sentinel",
      events: [],
      reached: false,
      open: { [state]: "undecided", [end]: "undecided" },
    },
  ])("$why", ({ events, open, reached = true }) => {
    const observations = { present: [written, other], gone: [gone], live: [later] } as const;
    const watch = watchWith(events, { reached });

    expect(openIn(initialEvents.judge({ ...observations, watch }, strictTarget))).toEqual(open);
  });
});

describe("a version from before the retained events", () => {
  it.each([
    { why: "is rejected as expired", seen: { end: refusedAs("expired") }, result: "held" },
    { why: "is rejected as invalid", seen: { end: refusedAs("invalid") }, result: "violated" },
    { why: "stays open", seen: {}, result: "violated" },
    { why: "ends without a word", seen: { end: { end: "completed" } }, result: "violated" },
    {
      why: "delivers something before it is rejected",
      seen: { end: refusedAs("expired"), events: [eventOf(writtenAt("9"))] },
      result: "violated",
    },
    {
      why: "is not offered",
      seen: { end: { end: "unsupported", detail: "no" } },
      result: "undecided",
    },
    { why: "is lost", seen: { end: { end: "lost", detail: "broken" } }, result: "errored" },
    {
      why: "is rejected like every other version",
      seen: { end: refusedAs("expired") },
      reached: false,
      result: "undecided",
    },
    {
      why: "delivers something, and is rejected like every other version",
      seen: { end: refusedAs("expired"), events: [eventOf(writtenAt("9"))] },
      reached: false,
      result: "undecided",
    },
    { why: "is as silent as every other version", seen: {}, reached: false, result: "undecided" },
    {
      why: "is served, unlike other versions",
      seen: { events: [eventOf(writtenAt("9"))] },
      reached: false,
      result: "violated",
    },
  ] satisfies readonly {
    why: string;
    seen: Partial<WatchObservation>;
    reached?: boolean;
    result: string;
  }[])("$why: $result", ({ seen, result, ...rest }) => {
    const reached = "reached" in rest ? rest.reached : true;

    expect(resultsOf(judgeExpired(seen, reached), expiry)).toEqual([result]);
  });

  it("is not judged where the window is too large to fill", () => {
    const findings = expiredCursor.judge({ skipped: "too many" }, strictTarget);

    expect(findings).toMatchObject([
      { requirement: expiry, result: "undecided", reason: "too many" },
    ]);
  });
});

describe("server-sent events", () => {
  const requirement = "watch.watchers-agree";
  const [created, write] = [writtenAt("2"), writtenAt("3")];
  const all = [eventOf(created, "ADDED"), eventOf(write)];

  it.each([
    { why: "deliver the same", events: all, result: "held" },
    {
      why: "deliver the same, at other times and with tokens of their own",
      events: all.map((event) => ({ ...event, arrivedMs: 1, cursor: "own" })),
      result: "held",
    },
    { why: "leave one out", events: all.slice(1), result: "violated" },
    {
      why: "tell it otherwise",
      events: [...all.slice(0, 1), eventOf(write, "ADDED")],
      result: "violated",
    },
    { why: "never show the sentinel", events: all, reached: false, result: "undecided" },
  ])("$why: $result", ({ events, result, reached = true }) => {
    const usual = watchWith(all);
    const pairs = [watchWith(all), watchWith(events, { reached })].map((stream) => ({
      usual,
      stream,
    }));
    const seen = { created, writes: [write], pairs };

    expect(resultsOf(sameOverEventStream.judge(seen, strictTarget), requirement)).toEqual([
      "held",
      result,
    ]);
  });
});

function refusedAs(reason: RefusalReason): WatchEnd {
  return { end: "refused", refusal: { reason, message: "no", causes: [] } };
}

function judgeExpired(expired: Partial<WatchObservation>, reached: boolean): readonly Finding[] {
  return expiredCursor.judge(
    {
      why: "9 changes followed the version that the watch starts from",
      first: writtenAt("2"),
      expired: { ...watchWith([], { after: "2" }), ...expired },
      current: watchWith([], { after: "11", reached }),
    },
    strictTarget,
  );
}
