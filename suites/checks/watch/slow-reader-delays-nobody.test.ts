import { describe, expect, it } from "vitest";
import type { RequirementId } from "#contract";
import { Noticed } from "#harness";
import type { AnyCheck } from "#harness";
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

function results(changed: object, requirement: RequirementId, isUnconfirmed = false) {
  const pauses = [{ ...paused, ...changed }];
  const seen = { pauses, isUnconfirmed };
  return resultsOf(slowReaderDelaysNobody.judge(seen, strictTarget), requirement);
}

describe("the events of a paused reader after its pause", () => {
  const ended = { end: "lost", detail: "1011" } as const;
  it.each([
    { why: "everything", slow: { web: versions }, result: "held" },
    { why: "all but an event in between", slow: { web: ["3", "5", "6"] }, result: "violated" },
    { why: "everything since it was live", slow: { web: versions.slice(1) }, result: "held" },
    { why: "all but the last one", slow: { web: ["3", "4", "5"] }, result: "undecided" },
    { why: "a part and an end", slow: { web: ["3", "4"] }, end: ended, result: "held" },
    { why: "an end after a gap", slow: { web: ["3", "5"] }, end: ended, result: "violated" },
  ])("$why: $result", ({ slow, end, result }) => {
    const events = { web: slow.web.map(asEvent) };
    const changed = { slow: { events, ...(end === undefined ? {} : { end }) } };

    expect(results(changed, "watch.no-gap")).toEqual([result]);
  });
});

function gapInLiveQuery(delivered: readonly string[]) {
  const seen = { pauses: [{ ...paused, slow: { events: { web: delivered.map(asEvent) } } }] };
  const { semantics } = strictTarget;
  const live = { ...strictTarget, semantics: { ...semantics, delivery: "states" } } as const;
  return slowReaderDelaysNobody
    .judge(seen, live)
    .find(({ requirement }) => requirement === "watch.no-gap");
}

it("does not explain a gap in a live query if the last state is lost too", () => {
  const finding = gapInLiveQuery(["3", "5"]);

  expect(finding).toMatchObject({
    result: "undecided",
    reason: "the last events were not delivered after the pause",
  });
  expect(finding).not.toHaveProperty("premise");
});

it("does not decide on a gap in a live query, which may combine several writes", () => {
  const finding = gapInLiveQuery(["3", "6"]);

  expect(finding).toMatchObject({
    result: "undecided",
    premise: "every-change-delivered",
    reason: expect.stringContaining("combined 2 writes of web with a later one"),
  });
});

describe("the effect of a paused reader on others", () => {
  it.each([
    { why: "nothing", changed: {}, result: "held" },
    {
      why: "their events come after the last pause",
      changed: { resumedMs: 0 },
      result: "violated",
    },
    {
      why: "their events come after a pause that could not be repeated",
      changed: { resumedMs: 0 },
      isUnconfirmed: true,
      result: "undecided",
    },
    {
      why: "their events never come",
      changed: { other: { events: {} } },
      result: "undecided",
    },
    {
      why: "a write is answered only after the last pause",
      changed: { unanswered: "no response within 10000 ms" },
      result: "violated",
    },
    {
      why: "a write of each object is answered only after the last pause",
      changed: { unanswered: "no response within 10000 ms", unansweredObjects: 1 },
      result: "violated",
    },
    {
      why: "a response about one of several objects is lost",
      changed: {
        unanswered: "the response was lost",
        unansweredObjects: 1,
        written: [1, 2].map((exchange) => ({ key, exchange, versions })),
      },
      result: "undecided",
    },
    {
      why: "responses are also lost after the pause",
      changed: { unanswered: "the response was lost", unansweredObjects: 1, unansweredAfter: 1 },
      result: "undecided",
    },
    {
      why: "a write is answered only after the last pause, and events are never delivered",
      changed: { unanswered: "no response within 10000 ms", other: { events: {} } },
      result: "violated",
    },
    {
      why: "no write is answered any more",
      changed: { unanswered: "no response within 10000 ms", isAcceptedAfter: false },
      result: "undecided",
    },
  ])("$why: $result", ({ changed, isUnconfirmed, result }) => {
    expect(results(changed, "watch.slow-reader-delays-nobody", isUnconfirmed)).toEqual([result]);
  });
});

it.each([
  { why: "a watch without events", isLost: false, result: "undecided" },
  { why: "a broken connection", isLost: true, result: "errored" },
])("$why: $result, and nothing else is judged", ({ isLost, result }) => {
  const seen = { skipped: "a watch delivered no event", isLost };
  const findings = slowReaderDelaysNobody.judge(seen, strictTarget);
  expect(findings.map((finding) => finding.result)).toEqual([result, result]);
});

it("judges by the last pause, but keeps a gap of an earlier one", () => {
  const gap = { events: { web: ["3", "5", "6"].map(asEvent) } };
  const pauses = [{ ...paused, resumedMs: 0, slow: gap }, paused];
  const findings = slowReaderDelaysNobody.judge({ pauses }, strictTarget);
  expect(resultsOf(findings, "watch.slow-reader-delays-nobody")).toEqual(["held"]);
  expect(resultsOf(findings, "watch.no-gap")).toEqual(["violated"]);
});

it("would notice a late event", () => {
  const check: AnyCheck = slowReaderDelaysNobody;
  const noticed = new Noticed(() => []);
  const observations = { pauses: [paused] };
  const judge = (changed: unknown) => check.judge(changed, strictTarget);
  noticed.withoutHollow(judge(observations), { check: check.id, judge, observations });
  expect(noticed.sensitivityOf("watch.slow-reader-delays-nobody")?.noticed).toEqual(["late-event"]);
});
