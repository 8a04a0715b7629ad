import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { WatchEnd } from "#contract";
import type { Finding, SeenEvent, WatchObservation } from "#harness";
import { violationsIn, doubtsIn } from "../testing/violations.ts";
import { complaintOf, strictTarget } from "../testing/builders.ts";
import { eventOf, openIn, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { foreign } from "../testing/written-objects.ts";
import { bookmarks } from "./bookmarks.ts";
import type { Resumption } from "./bookmarks.ts";

const created = writtenAt("2");
const [first, second, third] = [writtenAt("3"), writtenAt("4"), writtenAt("6")];
const [one, two, three] = [first, second, third].map((write) => eventOf(write));
const requested = "watch.bookmarks-only-on-request";
const covers = "watch.bookmark-covers-earlier-events";
const goesOn = "watch.bookmarks-never-go-back";
const resumes = "watch.resumes-from-bookmark";

function bookmark(version: string): SeenEvent {
  return { type: "BOOKMARK", resourceVersion: resourceVersion(version), arrivedMs: 0 };
}

function events(...of: readonly (SeenEvent | undefined)[]): readonly SeenEvent[] {
  return of.flatMap((event) => event ?? []);
}

function judge(
  asked: readonly SeenEvent[],
  resumptions: readonly Resumption[],
  plain: readonly SeenEvent[] = [],
): readonly Finding[] {
  const watches = { asked: watchWith(asked, { after: "2" }), plain: watchWith(plain) };
  const writes = [created, first, second, third] as const;
  return bookmarks.judge({ writes, ...watches, resumptions }, strictTarget);
}

function from(version: string, ...got: readonly (SeenEvent | undefined)[]): Resumption {
  return { place: 2, watch: watchWith(events(...got), { after: version }) };
}

describe("a bookmark", () => {
  // Version 5 belongs to no known write, so only the target knows which changes it covers.
  it.each([
    { why: "is right", asked: events(one, two, bookmark("5"), three), resumed: [three], open: {} },
    {
      why: "at the version of the last event is right",
      asked: events(one, two, bookmark("4"), three),
      resumed: [three],
      open: {},
    },
    {
      why: "or its resumption leaves something out",
      asked: events(one, two, bookmark("5"), three),
      resumed: [],
      open: { [covers]: "undecided", [resumes]: "violated" },
    },
    {
      why: "covers what comes after it, as its version shows",
      asked: events(bookmark("3"), one, two, bookmark("4"), three),
      resumed: [three],
      place: 3,
      open: { [covers]: "violated" },
    },
    {
      why: "goes back, as a resumed watch shows",
      asked: events(one, two, bookmark("x"), three),
      resumed: [one, two, three],
      open: { [goesOn]: "violated", [resumes]: "violated" },
    },
    {
      why: "goes back, as its version shows",
      asked: events(one, two, bookmark("3"), three),
      resumed: [three],
      open: { [goesOn]: "violated" },
    },
    {
      why: "is right, though something else comes after it",
      asked: events(one, two, bookmark("4"), foreign, three),
      resumed: [three],
      open: {},
    },
    {
      why: "covers an event of its own version that comes after it",
      asked: events(one, bookmark("4"), two, three),
      resumed: [two, three],
      place: 1,
      open: { [covers]: "violated" },
    },
    {
      why: "is no event that could come again",
      asked: events(one, two, bookmark("4"), bookmark("5"), three),
      resumed: [bookmark("4"), three],
      place: 3,
      open: {},
    },
    {
      why: "goes back behind another",
      asked: events(one, two, three, bookmark("6"), bookmark("4")),
      resumed: [],
      place: 4,
      open: { [goesOn]: "violated" },
    },
    {
      why: "is right, and another one comes before it",
      asked: events(one, two, bookmark("x"), bookmark("5"), three),
      resumed: [two, three],
      place: 3,
      open: { [resumes]: "violated" },
    },
    {
      why: "is right, and the resumption begins with the event before it",
      asked: events(one, two, bookmark("5"), three),
      resumed: [two, three],
      open: { [resumes]: "violated" },
    },
  ])("$why", ({ asked, resumed, open, place = 2 }) => {
    const resumption = { ...from("5", ...resumed), place };
    const findings = judge(asked, [resumption]);
    const violated = findings.filter(({ result }) => result === "violated");
    const undecided = findings.filter(({ result }) => result === "undecided");

    expect({ ...openIn(undecided), ...openIn(violated) }).toEqual(open);
  });

  it("is a violation if its own version shows it", () => {
    const asked = events(one, bookmark("4"), two, bookmark("3"), three);

    expect(violationsIn(judge(asked, []))).toEqual([
      {
        expected: "bookmark 4 comes after all events up to its version",
        actual: "followed by MODIFIED 4",
        evidence: [1, 2, 3, 4, 6],
      },
      {
        expected: "bookmark 3 has a version no older than that of any earlier event or bookmark",
        actual: "preceded by BOOKMARK 4, MODIFIED 4",
        evidence: [1, 2, 3, 4, 6],
      },
    ]);
  });

  it("is a violation if a watch from it shows it", () => {
    const findings = judge(events(one, two, bookmark("5"), three), [from("5", one, two)]);
    const evidence = [1, 1, 2, 3, 4, 6];

    expect(violationsIn(findings)).toEqual([
      {
        expected: "a watch from bookmark 5 does not deliver changes that precede the bookmark",
        actual: "delivered again: MODIFIED 3, MODIFIED 4",
        evidence,
      },
      {
        expected:
          "a watch from bookmark 5 delivers exactly the changes after the bookmark at position 2",
        actual: "missing: MODIFIED 6; delivered again: MODIFIED 3, MODIFIED 4",
        evidence,
      },
    ]);
    expect(doubtsIn(findings)).toEqual([
      ["a watch from bookmark 5 skipped MODIFIED 6", 1, 2, 3, 4, 6, 1],
    ]);
  });

  it("is undecided if a watch delivers no sentinel", () => {
    const all = events(one, two, bookmark("5"), three);
    const stuck = watchWith([], { after: "5", reached: false });
    const writes = [created, first, second, third] as const;
    const nothing = { [covers]: "undecided", [goesOn]: "undecided", [resumes]: "undecided" };

    expect(openIn(judge(all, [{ place: 2, watch: stuck }]))).toEqual(nothing);
    const resumptions = [from("5")];
    const asked = watchWith(all, { after: "2", reached: false });
    const seen = { writes, asked, plain: watchWith([]), resumptions };
    const late = bookmarks.judge(seen, strictTarget);
    expect(openIn(late)).toEqual({ ...nothing, [requested]: "undecided" });
    expect(new Set(doubtsIn(late).map(([reason]) => reason))).toEqual(
      new Set(["the watch did not deliver the sentinel event"]),
    );
  });

  it("is a position from which a watch can continue", () => {
    const refusal = { reason: "expired", message: "too old", causes: [] } as const;
    const end: WatchEnd = { end: "refused", refusal };
    const stuck = watchWith([], { after: "5", reached: false });
    const watch: WatchObservation = { ...stuck, exchange: 7, end };
    const findings = judge(events(one, two, bookmark("5"), three), [{ place: 2, watch }]);

    expect(violationsIn(findings)).toEqual([
      {
        expected: "a watch from 5, a version that the target issued, is served",
        actual: complaintOf(findings, resumes),
        evidence: [1, 2, 3, 4, 6, 7],
      },
    ]);
    expect(complaintOf(findings, resumes)).toContain("rejected as expired");
    expect(doubtsIn(findings).map(([reason]) => reason)).toEqual([
      expect.stringContaining("the watch was rejected as expired"),
      expect.stringContaining("the watch was rejected as expired"),
    ]);
    expect(openIn(findings)).toMatchObject({ [covers]: "undecided", [goesOn]: "undecided" });
  });

  it.each([
    { reached: true, reason: "no bookmark arrived after the writes" },
    {
      reached: false,
      reason: "the watch that requested bookmarks did not deliver the sentinel event",
    },
  ])("is undecided where it never comes: $reason", ({ reached, reason }) => {
    const asked = watchWith(events(one, two, three), { after: "2", reached });
    const writes = [created, first, second, third] as const;
    const seen = { writes, asked, plain: watchWith([]), resumptions: [] };
    const findings = bookmarks.judge(seen, strictTarget).slice(1);

    expect(findings.map(({ requirement }) => requirement)).toEqual([covers, goesOn, resumes]);
    expect(doubtsIn(findings)).toEqual([
      [reason, 1],
      [reason, 1],
      [reason, 1],
    ]);
  });

  it("is delivered to watches that requested it", () => {
    const asked = events(one, two, bookmark("5"), three);
    const findings = judge(asked, [from("5", three)], [bookmark("5"), foreign]);

    expect(openIn(findings)).toEqual({ [requested]: "violated" });
    expect(violationsIn(findings)).toEqual([
      {
        expected: "no bookmark on a watch that did not request any",
        actual: "BOOKMARK 5",
        evidence: [1, 1],
      },
    ]);
  });

  it.each([
    { asked: events(one, two, three), instances: 0 },
    { asked: events(one, bookmark("5"), two, bookmark("5"), three), instances: 2 },
  ])("is kept back $instances times", ({ asked, instances }) => {
    const [finding] = judge(asked, [], [foreign]);

    expect(finding).toMatchObject({ requirement: requested, result: "held", instances });
  });
});
