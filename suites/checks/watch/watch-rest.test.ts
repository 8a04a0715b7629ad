import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { Outcome } from "#contract";
import { accepted, noReply, resourceAt, resultsOf, stepWith } from "../testing/builders.ts";
import { strictTarget } from "../testing/builders.ts";
import { eventOf, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { eventComesAfterItsState } from "./event-comes-after-its-state.ts";
import { restedWatchGoesOn } from "./rested-watch-goes-on.ts";

const created = writtenAt("2");
const writes = ["5", "6", "7"].map((version) => writtenAt(version));

function at(version: string): Outcome {
  return accepted(resourceAt(version));
}

describe("a watch that was quiet for a while", () => {
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

describe("a read that begins with the event of a write", () => {
  it.each([
    { why: "shows the write", seen: "3", read: at("3"), result: "held" },
    { why: "shows what was replaced", seen: "3", read: at("2"), result: "violated" },
    { why: "shows nothing", seen: "3", read: noReply, result: "errored" },
    { why: "follows an older event", seen: "2", read: at("2"), result: "undecided" },
  ])("$why: $result", ({ seen, read, result }) => {
    const look = {
      replaced: resourceVersion("2"),
      write: stepWith(at("3"), 1),
      read: stepWith(read, 2),
      seen: resourceVersion(seen),
    };
    const findings = eventComesAfterItsState.judge([look], strictTarget);

    expect(resultsOf(findings, "write.visible-to-later-reads")).toEqual([result]);
  });

  it("is not sent where no event comes", () => {
    const look = { replaced: resourceVersion("2"), write: stepWith(at("3"), 1) };
    const findings = eventComesAfterItsState.judge([look], strictTarget);

    expect(resultsOf(findings, "write.visible-to-later-reads")).toEqual(["undecided"]);
  });
});
