import { describe, expect, it } from "vitest";
import type { RequirementId } from "#contract";
import { resultsOf, strictTarget } from "../testing/builders.ts";
import { slowReaderDelaysNobody } from "./slow-reader-delays-nobody.ts";

const key = { kind: "Widget", namespace: "usual", name: "web" };

const versions = ["3", "4", "5", "6"];

const paused = {
  written: [{ key, exchange: 1, versions }],
  size: 30_000,
  isAcceptedAfter: true,
  last: { web: "6" },
  resumedMs: 10,
  other: { events: { web: versions.map(asEvent) } },
  slow: { events: { web: versions.map(asEvent) } },
};

function asEvent(resourceVersion: string) {
  return { type: "MODIFIED", resourceVersion, arrivedMs: 1 };
}

function results(changed: object, requirement: RequirementId, times = 1) {
  const pauses = Array.from({ length: times }, () => ({ ...paused, ...changed }));
  return resultsOf(slowReaderDelaysNobody.judge({ pauses }, strictTarget), requirement);
}

describe("what a paused reader receives after its pause", () => {
  const ended = { end: "lost", detail: "1011" } as const;
  it.each([
    { why: "everything", slow: { web: versions }, result: "held" },
    { why: "all but an event in between", slow: { web: ["3", "5", "6"] }, result: "violated" },
    { why: "all but the last one", slow: { web: ["3", "4", "5"] }, result: "undecided" },
    { why: "a part and an end", slow: { web: ["3", "4"] }, end: ended, result: "held" },
    { why: "an end after a gap", slow: { web: ["3", "5"] }, end: ended, result: "violated" },
  ])("$why: $result", ({ slow, end, result }) => {
    const events = { web: slow.web.map(asEvent) };
    const changed = { slow: { events, ...(end === undefined ? {} : { end }) } };

    expect(results(changed, "watch.no-gap")).toEqual([result]);
  });
});

describe("what others notice of a paused reader", () => {
  it.each([
    { why: "nothing", changed: {}, result: "held" },
    {
      why: "their events come after each of two pauses",
      changed: { resumedMs: 0 },
      times: 2,
      result: "violated",
    },
    {
      why: "their events come after a pause, and the next one fails",
      changed: { resumedMs: 0 },
      times: 1,
      result: "undecided",
    },
    {
      why: "their events never come",
      changed: { other: { events: {} } },
      result: "undecided",
    },
    {
      why: "a write is answered only after each pause",
      changed: { unanswered: "no reply within 10000 ms" },
      times: 2,
      result: "violated",
    },
    {
      why: "no write is answered any more",
      changed: { unanswered: "no reply within 10000 ms", isAcceptedAfter: false },
      result: "undecided",
    },
  ])("$why: $result", ({ changed, times, result }) => {
    expect(results(changed, "watch.slow-reader-delays-nobody", times)).toEqual([result]);
  });
});
