import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { WatchEnd } from "#contract";
import type { Finding, SeenEvent, WatchObservation } from "#harness";
import { complaintOf, resultsOf, strictTarget } from "../testing/builders.ts";
import { eventOf, openIn, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { bookmarks } from "./bookmarks.ts";
import type { Resumption } from "./judge-bookmarks.ts";

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

/** A watch from the bookmark in the third place, and what it delivers. */
function from(version: string, ...got: readonly (SeenEvent | undefined)[]): Resumption {
  return { place: 2, watch: watchWith(events(...got), { after: version }) };
}

describe("a bookmark", () => {
  // Version 5 is that of something else: nothing is known of it but what the target says.
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
      why: "is right, and the resumption begins with the event before it",
      asked: events(one, two, bookmark("5"), three),
      resumed: [two, three],
      open: { [resumes]: "violated" },
    },
  ])("$why", ({ asked, resumed, open, place = 2 }) => {
    const resumption = { ...from("5", ...resumed), place };

    expect(openIn(judge(asked, [resumption]))).toEqual(open);
  });

  it("is undecided where the resumed watch delivers no sentinel, and broken where it is refused", () => {
    const asked = events(one, two, bookmark("5"), three);
    const stuck = watchWith([], { after: "5", reached: false });
    const refusal = { reason: "expired", message: "too old", causes: [] } as const;
    const end: WatchEnd = { end: "refused", refusal };
    const refused: WatchObservation = { ...stuck, end };

    expect(openIn(judge(asked, [{ place: 2, watch: stuck }]))).toEqual({
      [covers]: "undecided",
      [goesOn]: "undecided",
      [resumes]: "undecided",
    });
    const findings = judge(asked, [{ place: 2, watch: refused }]);
    expect(resultsOf(findings, resumes)).toEqual(["violated"]);
    expect(complaintOf(findings, resumes)).toContain("refused as expired");
  });

  it("is undecided where it never comes", () => {
    const findings = judge(events(one, two, three), []);

    expect(openIn(findings)).toEqual({
      [covers]: "undecided",
      [goesOn]: "undecided",
      [resumes]: "undecided",
    });
    expect(findings[0]).toMatchObject({ requirement: requested, result: "held", instances: 0 });
  });

  it("belongs to watches that asked for it", () => {
    const asked = events(one, two, bookmark("5"), three);
    const findings = judge(asked, [from("5", three)], [bookmark("5")]);

    expect(openIn(findings)).toEqual({ [requested]: "violated" });
    expect(complaintOf(findings, requested)).toBe("BOOKMARK 5");
  });
});
