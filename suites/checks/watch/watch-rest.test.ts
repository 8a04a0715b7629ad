import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { Outcome } from "#contract";
import { violationsIn, doubtsIn } from "../testing/violations.ts";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { eventOf, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { eventComesAfterItsState } from "./event-comes-after-its-state.ts";
import { eventNeedsNoLaterWrite } from "./event-needs-no-later-write.ts";
import { restedWatchGoesOn } from "./rested-watch-goes-on.ts";

const created = writtenAt("2");
const writes = ["5", "6", "7"].map((version) => writtenAt(version));

function at(version: string): Outcome {
  return accepted(resourceAt(version));
}

describe("a watch after an idle period", () => {
  it.each([
    { why: "delivers what comes", events: writes, result: "held" },
    { why: "loses the next event", events: writes.slice(1), result: "violated" },
    { why: "loses a later event", events: writes.slice(0, 2), result: "violated" },
  ])("$why: $result", ({ events, result }) => {
    const watch = watchWith(events.map((write) => eventOf(write)));
    const findings = restedWatchGoesOn.judge({ created, writes, watch }, strictTarget);

    expect(resultsOf(findings, "watch.no-gap")).toEqual([result]);
  });

  it("is not judged where the fence did not come either", () => {
    const watch = watchWith([], { reached: false });
    const findings = restedWatchGoesOn.judge({ created, writes, watch }, strictTarget);

    expect(resultsOf(findings, "watch.no-gap")).toEqual(["undecided"]);
  });
});

describe("a watch of an idle target", () => {
  it.each([
    { why: "delivers each event by itself", events: writes, late: [], result: "held" },
    { why: "delivers one with the next write", events: writes, late: ["5"], result: "violated" },
    { why: "loses one", events: writes.slice(1), late: ["5"], result: "violated" },
  ])("$why: $result", ({ events, late, result }) => {
    const watch = watchWith(events.map((write) => eventOf(write)));
    const findings = eventNeedsNoLaterWrite.judge({ created, writes, late, watch }, strictTarget);

    expect(resultsOf(findings, "watch.one-event-per-write")).toEqual([result]);
  });

  it("is not judged where the fence did not come either", () => {
    const watch = watchWith([], { reached: false });
    const findings = eventNeedsNoLaterWrite.judge(
      { created, writes, late: ["5"], watch },
      strictTarget,
    );

    expect(resultsOf(findings, "watch.one-event-per-write")).toEqual(["undecided"]);
  });
});

describe("rapid writes", () => {
  it.each([
    { why: "cause one event each", events: writes, result: "held" },
    { why: "are merged", events: writes.slice(-1), result: "violated" },
  ])("$why: $result", ({ events, result }) => {
    const watch = watchWith(events.map((write) => eventOf(write)));
    const seen = { created, writes: [], late: [], rapid: writes, watch };
    const findings = eventNeedsNoLaterWrite.judge(seen, strictTarget);

    expect(resultsOf(findings, "watch.one-event-per-write")).toEqual(["held", result]);
  });
});

describe("a read that begins with the event for a write", () => {
  it.each([
    { why: "shows the write", seen: "3", read: at("3"), result: "held" },
    { why: "shows what was replaced", seen: "3", read: at("2"), result: "violated" },
    { why: "shows a later one", seen: "3", read: at("4"), result: "held" },
    { why: "finds nothing", seen: "3", read: refused("notFound"), result: "violated" },
    { why: "may not be made", seen: "3", read: refused("forbidden"), result: "undecided" },
    { why: "gets no response", seen: "3", read: noReply, result: "errored" },
    { why: "follows an event of something else", seen: "9", read: at("2"), result: "undecided" },
    { why: "follows an older event", seen: "2", read: at("2"), result: "undecided" },
  ])("$why: $result", ({ seen, read, result }) => {
    const trial = {
      replaced: resourceVersion("2"),
      write: stepWith(at("3"), 1),
      read: stepWith(read, 2),
      seen: resourceVersion(seen),
    };
    const findings = eventComesAfterItsState.judge([trial], strictTarget);

    expect(resultsOf(findings, "write.visible-to-later-reads")).toEqual([result]);
  });

  it("shows none of the versions that were replaced before", () => {
    const trials = [
      { replaced: "2", written: "3", shown: "3" },
      { replaced: "3", written: "4", shown: "2" },
      { replaced: "4", written: "5", shown: "6" },
      { replaced: "6", written: "7", shown: "7" },
    ].map(({ replaced, written, shown }, index) => ({
      replaced: resourceVersion(replaced),
      write: stepWith(at(written), 2 * index + 1),
      read: stepWith(at(shown), 2 * index + 2),
      seen: resourceVersion(written),
    }));
    const findings = eventComesAfterItsState.judge(trials, strictTarget);

    expect(findings.map(({ result }) => result)).toEqual(["held", "violated", "held", "held"]);
    expect(violationsIn(findings)).toEqual([
      {
        expected: "a read sent after the event for version 4 returns that version or a newer one",
        actual: "it returned version 2",
        evidence: [3, 4],
      },
    ]);
  });

  it("shows the version of a write that kept it", () => {
    const steps = { write: stepWith(at("2"), 1), read: stepWith(at("2"), 2) };
    const trial = { replaced: resourceVersion("2"), ...steps, seen: resourceVersion("2") };
    const findings = eventComesAfterItsState.judge([trial], strictTarget);

    expect(resultsOf(findings, "write.visible-to-later-reads")).toEqual(["held"]);
  });

  it("is not judged where the write got no response", () => {
    const steps = { write: stepWith(noReply, 1), read: stepWith(at("3"), 2) };
    const trial = { replaced: resourceVersion("2"), ...steps, seen: resourceVersion("3") };
    const findings = eventComesAfterItsState.judge([trial], strictTarget);

    expect(doubtsIn(findings)).toEqual([["unknown (timeout: no response within 10000 ms)", 1, 2]]);
  });

  it("is not sent if no event arrives", () => {
    const trial = { replaced: resourceVersion("2"), write: stepWith(at("3"), 1) };
    const findings = eventComesAfterItsState.judge([trial], strictTarget);

    expect(resultsOf(findings, "write.visible-to-later-reads")).toEqual(["undecided"]);
    expect(doubtsIn(findings)).toEqual([["no event for the write arrived", 1]]);
  });
});
