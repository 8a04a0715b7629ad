import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding, JudgeContext, SettledEvents } from "#harness";
import {
  accepted,
  complaintOf,
  noReply,
  openResults,
  refused,
  resultsOf,
  settledWith,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { eventOf, unsettled, writtenAt } from "../testing/watch-builders.ts";
import { emptyPatchKeepsVersion } from "./empty-patch-keeps-version.ts";

const version = "concurrency.no-op-keeps-version";
const silence = "watch.nothing-for-no-op";

const stored = writtenAt("2");
const same = accepted(stored.object);
const moved = writtenAt("3");
const movedAgain = writtenAt("4");

const taking: JudgeContext = {
  ...strictTarget,
  semantics: { ...strictTarget.semantics, noOp: "takesVersion" },
};

interface Seen {
  readonly before?: SettledEvents;
  readonly after?: SettledEvents;
  readonly target?: JudgeContext;
}

function judge(outcomes: readonly Outcome[], seen: Seen = {}): readonly Finding[] {
  const { before = events(stored), after = before, target = strictTarget } = seen;
  const patches = outcomes.map((outcome, index) => stepWith(outcome, index + 1));
  const trials = [{ stored: stored.object, patches, before, after }];
  return emptyPatchKeepsVersion.judge({ trials }, target);
}

function events(...written: readonly (typeof stored)[]): SettledEvents {
  return settledWith({ events: written.map((one) => eventOf(one)) });
}

describe("a patch that changes nothing", () => {
  const took = accepted(moved.object);
  const both = { [version]: "undecided", [silence]: "undecided" };

  it.each<{ why: string; patch: Outcome; seen?: Seen; open: Readonly<Record<string, string>> }>([
    { why: "nothing moves", patch: same, open: {} },
    { why: "a new version", patch: took, open: { [version]: "violated" } },
    {
      why: "an event",
      patch: same,
      seen: { after: events(stored, moved) },
      open: { [silence]: "violated" },
    },
    {
      why: "an earlier event again",
      patch: same,
      seen: { after: events(stored, stored) },
      open: { [silence]: "undecided" },
    },
    {
      why: "no sentinel",
      patch: same,
      seen: { after: unsettled },
      open: { [silence]: "undecided" },
    },
    {
      why: "no sentinel before",
      patch: same,
      seen: { before: unsettled, after: events(stored) },
      open: { [silence]: "undecided" },
    },
    {
      why: "no watch",
      patch: same,
      seen: { after: settledWith({ watched: false }) },
      open: {},
    },
    { why: "a refusal", patch: refused("invalid"), open: both },
    { why: "no response", patch: noReply, open: { [version]: "errored", [silence]: "errored" } },
  ])("$why", ({ patch, seen, open }) => {
    expect(openResults(judge([patch], seen))).toEqual(open);
  });

  it("is no event where another is rejected", () => {
    const patches = [same, refused("invalid")];
    const announced = judge([...patches, same], { after: events(stored, stored, stored) });

    expect(openResults(judge(patches))).toEqual({ [version]: "undecided" });
    expect(openResults(announced)).toEqual({ [version]: "undecided", [silence]: "violated" });
  });

  it("is compared with the result of the previous one", () => {
    const refusal = refused("invalid");

    expect(resultsOf(judge([same, took, took]), version)).toEqual(["held", "violated", "held"]);
    expect(resultsOf(judge([took, refusal, took]), version)).toEqual([
      "violated",
      "undecided",
      "held",
    ]);
  });

  it("is reported with its event", () => {
    const findings = judge([same, same], { after: events(stored, stored, moved) });

    expect(complaintOf(findings, silence)).toBe("2 events: MODIFIED 2, MODIFIED 3");
    expect(findings.at(-1)?.evidence).toEqual([1, 2, 9, 9]);
  });

  it("shows nothing if the target does not accept patches", () => {
    expect(openResults(emptyPatchKeepsVersion.judge({ trials: [] }, strictTarget))).toEqual(both);
  });
});

describe("a patch that takes a version though it changes nothing, as declared", () => {
  const after = events(stored, moved, movedAgain);
  const taken = [accepted(moved.object), accepted(movedAgain.object)];

  it.each<{ why: string; patches: readonly Outcome[]; open: Readonly<Record<string, string>> }>([
    { why: "each has an event", patches: taken, open: {} },
    {
      why: "one has none",
      patches: [...taken, accepted(writtenAt("5").object)],
      open: { [silence]: "violated" },
    },
    {
      why: "one keeps the version",
      patches: [same, accepted(moved.object)],
      open: { [version]: "violated" },
    },
    {
      why: "one is rejected",
      patches: [...taken, refused("invalid")],
      open: { [version]: "undecided" },
    },
  ])("$why", ({ patches, open }) => {
    expect(openResults(judge(patches, { after, target: taking }))).toEqual(open);
  });
});
