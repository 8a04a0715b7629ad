import { describe, expect, it } from "vitest";
import type { Finding, SeenEvent, SettledEvents } from "#harness";
import { violationsIn, doubtsIn } from "../testing/violations.ts";
import { resultsOf, settledWith, stepWith, strictTarget } from "../testing/builders.ts";
import { eventOf, unsettled, violatedIn, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { foreign } from "../testing/written-objects.ts";
import { deletionTellsTheKey } from "./deletion-tells-the-key.ts";
import { selectorExit } from "./selector-exit.ts";
import { watchResumesAfterEvent } from "./watch-resumes-after-event.ts";

describe("a watch that resumes after an event", () => {
  const requirement = "semantics.watch-resumes-after-event";
  const created = writtenAt("2");
  const writes = ["3", "4", "5", "6"].map((version) => writtenAt(version));
  const all = writes.map((written) => eventOf(written));
  const judge = (events: readonly SeenEvent[], reached = true): readonly Finding[] => {
    const seen = {
      created,
      writes,
      first: watchWith(all),
      resumed: [watchWith(events, { reached })],
    };
    return watchResumesAfterEvent.judge(seen, strictTarget);
  };

  it("delivers later events, and those of other objects", () => {
    expect(resultsOf(judge([...all.slice(1), foreign]), requirement)).toEqual(["held"]);
  });

  it.each([
    { why: "repeats it", events: all, actual: "MODIFIED 3, MODIFIED 4, MODIFIED 5, MODIFIED 6" },
    { why: "leaves one out", events: all.slice(2), actual: "MODIFIED 5, MODIFIED 6" },
    { why: "leaves the last out", events: all.slice(1, 3), actual: "MODIFIED 4, MODIFIED 5" },
    { why: "tells nothing", events: [foreign], actual: "no event" },
  ])("$why", ({ events, actual }) => {
    const expected =
      "exactly the events for versions 4, 5, 6 after the event token, as declared (cursor: ofEvent)";

    expect(violationsIn(judge(events))).toEqual([{ expected, actual, evidence: [1, 3, 4, 5, 6] }]);
  });

  it("delivers the same page if the token is reused", () => {
    const resumed = [watchWith(all.slice(1)), watchWith(all.slice(2))];
    const seen = { created, writes, first: watchWith(all), resumed };

    expect(resultsOf(watchResumesAfterEvent.judge(seen, strictTarget), requirement)).toEqual([
      "held",
      "violated",
    ]);
  });

  it("is not judged without a token", () => {
    const seen = { created, writes, first: watchWith(all), resumed: [] };
    const reason = "no event for the writes had a resume token, so no watch could resume";

    expect(doubtsIn(watchResumesAfterEvent.judge(seen, strictTarget))).toEqual([
      [reason, 1, 3, 4, 5, 6],
    ]);
  });

  it("is not judged while events may be on their way", () => {
    expect(resultsOf(judge([], false), requirement)).toEqual(["undecided"]);
  });
});

describe("an object that leaves a watch by labels", () => {
  const within = [writtenAt("2")];
  const exit = writtenAt("3");
  const beyond = [writtenAt("4")];
  const judge = (events: readonly SeenEvent[], reached = true): readonly Finding[] =>
    selectorExit.judge(
      { within, exit, beyond, watch: watchWith([foreign, ...events], { reached }) },
      strictTarget,
    );
  const matching = within.map((written) => eventOf(written));
  const [modified, silent] = [
    "semantics.selector-exit-is-modified",
    "semantics.selector-exit-is-silent",
  ] as const;

  it.each([
    { why: "is MODIFIED", events: [...matching, eventOf(exit)], violated: [silent] },
    { why: "is passed over in silence", events: matching, violated: [modified] },
    {
      why: "is DELETED",
      events: [...matching, eventOf(exit, "DELETED")],
      violated: [modified, silent],
    },
    {
      why: "is DELETED at the version that matched last",
      events: [...matching, ...matching.map((event) => ({ ...event, type: "DELETED" as const }))],
      violated: [modified, silent],
    },
    {
      why: "is MODIFIED twice",
      events: [...matching, eventOf(exit), eventOf(exit)],
      violated: [modified, silent],
    },
    {
      why: "goes on to be watched",
      events: [...matching, eventOf(exit), ...beyond.map((written) => eventOf(written))],
      violated: [modified, silent],
    },
  ])("$why", ({ events, violated }) => {
    expect(violatedIn(judge(events))).toEqual(violated);
  });

  it("is reported with the actual value", () => {
    expect(violationsIn(judge([...matching, eventOf(exit, "DELETED")]))).toEqual([
      {
        expected: "MODIFIED 3 as the last event, as declared (selectorExit: modified)",
        actual: "MODIFIED 2, DELETED 3",
        evidence: [1, 2, 3, 4],
      },
      {
        expected: "no events after version 2, as declared (selectorExit: silent)",
        actual: "MODIFIED 2, DELETED 3",
        evidence: [1, 2, 3, 4],
      },
    ]);
  });

  it("is reported for one that was not written in between", () => {
    const seen = { within: [], exit, beyond, watch: watchWith([eventOf(exit)]) };
    const [violation] = violationsIn(selectorExit.judge(seen, strictTarget), silent);

    expect(violation?.expected).toBe(
      "no events after the creation, as declared (selectorExit: silent)",
    );
  });

  it("is not judged while events may be on their way", () => {
    expect(judge(matching, false).map(({ result }) => result)).toEqual(["undecided", "undecided"]);
  });
});

describe("the event for a deletion that only contains the key", () => {
  const requirement = "semantics.deletion-tells-the-key";
  const { object } = writtenAt("2");
  const key = { kind: "Service", namespace: "default", name: "a" };
  const created = { key, object, exchange: 1 };
  const whole = eventOf(writtenAt("3"), "DELETED");
  const { object: _object, ...rest } = whole;
  const bare = { ...rest, key };
  const judge = (settled: SettledEvents): readonly Finding[] =>
    deletionTellsTheKey.judge(
      { created, deletion: stepWith({ result: "done" }, 2), settled },
      strictTarget,
    );

  it("carries no object", () => {
    const events = [eventOf(writtenAt("2"), "ADDED"), foreign, bare];

    expect(resultsOf(judge(settledWith({ events })), requirement)).toEqual(["held"]);
  });

  it.each([
    {
      events: [whole],
      actual: "the event contains the object, as with deletedEvent: lastState",
    },
    {
      events: [bare, whole],
      actual: "the event contains the object, as with deletedEvent: lastState",
    },
  ])("is a violation: $actual", ({ events, actual }) => {
    const expected =
      "a DELETED event that identifies the object but does not contain it, as declared (deletedEvent: keyOnly)";

    expect(violationsIn(judge(settledWith({ events })))).toEqual([
      { expected, actual, evidence: [1, 2, 9] },
    ]);
  });

  it.each([
    { why: "no deletion arrived", events: [eventOf(writtenAt("2"), "ADDED")] },
    { why: "another object was deleted", events: [{ ...bare, key: { ...key, name: "b" } }] },
  ])("is not judged if $why", ({ events }) => {
    expect(resultsOf(judge(settledWith({ events })), requirement)).toEqual(["undecided"]);
  });

  it("is not judged while it may be on its way", () => {
    expect(resultsOf(judge(unsettled), requirement)).toEqual(["undecided"]);
  });
});
