import { describe, expect, it } from "vitest";
import type { JudgeContext } from "#harness";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  settledWith,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { eventOf, unsettled, writtenAt } from "../testing/watch-builders.ts";
import { emptyPatchKeepsVersion } from "./empty-patch-keeps-version.ts";
import { stalePatchConflicts } from "./stale-patch-conflicts.ts";

describe("a stale patch", () => {
  const merge = trialWith({ attempt: refused("conflict") });

  it.each([
    { why: "a conflict", attempt: refused("conflict"), expected: {} },
    {
      why: "accepted",
      attempt: accepted(resourceAt("3")),
      expected: { "concurrency.stale-json-patch-conflicts": "violated" },
    },
    {
      why: "invalid",
      attempt: refused("invalid"),
      expected: { "concurrency.stale-json-patch-conflicts": "violated" },
    },
    {
      why: "no reply",
      attempt: noReply,
      expected: { "concurrency.stale-json-patch-conflicts": "errored" },
    },
  ])("$why", ({ attempt, expected }) => {
    const trials = { merge, json: trialWith({ attempt }) };

    expect(openResults(stalePatchConflicts.judge({ trials }, strictTarget))).toEqual(expected);
  });

  it("is no instance in a format that the target does not take", () => {
    const findings = stalePatchConflicts.judge({ trials: { merge } }, strictTarget);

    expect(
      findings.filter((finding) => finding.result === "held" && finding.instances === 0),
    ).toMatchObject([
      { requirement: "concurrency.stale-json-patch-conflicts" },
      { requirement: "concurrency.stale-apply-conflicts" },
    ]);
  });
});

describe("a patch that changes nothing", () => {
  const stored = writtenAt("2");
  const before = settledWith({ events: [eventOf(stored)] });
  const moved = writtenAt("3");
  const taking: JudgeContext = {
    ...strictTarget,
    semantics: { ...strictTarget.semantics, noOp: "takesVersion" },
  };
  const version = "concurrency.no-op-keeps-version";
  const events = "watch.nothing-for-no-op";

  it.each([
    { why: "nothing moves", patch: stored, after: before, expected: {} },
    { why: "a new version", patch: moved, after: before, expected: { [version]: "violated" } },
    {
      why: "an event",
      patch: stored,
      after: settledWith({ events: [eventOf(stored), eventOf(stored)] }),
      expected: { [events]: "violated" },
    },
    { why: "no sentinel", patch: stored, after: unsettled, expected: { [events]: "undecided" } },
    {
      why: "no watch",
      patch: stored,
      after: settledWith({ watched: false }),
      expected: { [events]: "undecided" },
    },
  ])("$why", ({ patch, after, expected }) => {
    const patches = [stepWith(accepted(patch.object))];
    const trials = [{ stored: stored.object, patches, before, after }];

    expect(openResults(emptyPatchKeepsVersion.judge({ trials }, strictTarget))).toEqual(expected);
  });

  it("takes a version and an event where the target says so", () => {
    const patches = [stepWith(accepted(moved.object))];
    const after = settledWith({ events: [eventOf(stored), eventOf(moved)] });
    const trials = [{ stored: stored.object, patches, before, after }];

    expect(openResults(emptyPatchKeepsVersion.judge({ trials }, taking))).toEqual({});
  });

  it("that is refused leaves it open", () => {
    const patches = [stepWith(refused("invalid"))];
    const trials = [{ stored: stored.object, patches, before, after: before }];

    expect(openResults(emptyPatchKeepsVersion.judge({ trials }, strictTarget))).toEqual({
      [version]: "undecided",
    });
  });
});
