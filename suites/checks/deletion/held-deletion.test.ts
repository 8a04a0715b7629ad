import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { SeenEvent, Written } from "#harness";
import {
  accepted,
  complaintOf,
  noReply,
  openResults,
  refused,
  resourceAt,
  settledWith,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { finalizers, going, waiting } from "../testing/deletion-builders.ts";
import { eventOf, unsettled, writtenAt } from "../testing/watch-builders.ts";
import { waitsForFinalizers } from "./waits-for-finalizers.ts";

const created = writtenAt("1", { metadata: { finalizers } });
const held = writtenAt("2", { metadata: going });
const missing = refused("notFound");

function listOf({ object }: Written): Outcome {
  return { result: "list", items: [resourceAt("9", { metadata: { name: "b" } }), object] };
}

describe("a deletion that must wait", () => {
  const waits = "deletion.waits-for-finalizers";
  const counts = "generation.counts-requested-deletion";
  const refuses = "deletion.new-finalizers-refused";
  const moves = "concurrency.version-changes-with-content";
  const announces = "watch.one-event-per-write";
  const events = [eventOf(created, "ADDED"), eventOf(held)];
  const target = { ...strictTarget, features: ["generation"] as const };

  function judge(
    seen: Outcome,
    parts: {
      readonly listed?: Outcome;
      readonly settled?: ReturnType<typeof settledWith>;
      readonly late?: ReturnType<typeof trialWith>;
    } = {},
  ): Readonly<Record<string, string>> {
    const { listed = listOf(held), settled = settledWith({ events }) } = parts;
    const { late = trialWith({ attempt: refused("invalid") }) } = parts;
    const list = stepWith(listed, 4);
    const state = { created, held: stepWith(seen, 3), list, settled };
    return openResults(
      waitsForFinalizers.judge(seen === missing ? state : { ...state, late }, target),
    );
  }

  it("is shown everywhere, counts, and accepts no new finalizer", () => {
    expect(judge(accepted(held.object))).toEqual({});
  });

  it("is a change, and gets a new version", () => {
    const still = writtenAt("1", { metadata: going });
    expect(judge(accepted(still.object))).toEqual({ [moves]: "violated" });
  });

  it("did not wait if the object is gone", () => {
    expect(judge(missing)).toEqual({
      [waits]: "violated",
      [counts]: "undecided",
      [refuses]: "undecided",
    });
  });

  it("is hidden without its time", () => {
    expect(judge(accepted(created.object))).toEqual({ [waits]: "violated", [counts]: "violated" });
  });

  it("is hidden in a list or in an event that does not show it", () => {
    const bare = listOf(created);
    expect(judge(accepted(held.object), { listed: bare })).toEqual({ [waits]: "violated" });
    const empty = { result: "list", items: [] } as const;
    expect(judge(accepted(held.object), { listed: empty })).toEqual({ [waits]: "violated" });
    const untimed = settledWith({ events: [eventOf(writtenAt("2"))] });
    expect(judge(accepted(held.object), { settled: untimed })).toEqual({ [waits]: "violated" });
    const early = settledWith({ events: [...events, eventOf(held, "DELETED")] });
    expect(judge(accepted(held.object), { settled: early })).toEqual({ [waits]: "violated" });
    expect(judge(accepted(held.object), { settled: unsettled })).toEqual({
      [waits]: "undecided",
      [announces]: "undecided",
    });
  });

  it("must be announced by an event", () => {
    const silent = settledWith({ events: [eventOf(created, "ADDED")] });
    expect(judge(accepted(held.object), { settled: silent })).toEqual({ [announces]: "violated" });
  });

  it("is announced by a change, with its time in each", () => {
    const state = {
      created,
      held: stepWith(accepted(held.object), 3),
      list: stepWith(listOf(held), 4),
    };
    const of = (...seen: readonly SeenEvent[]): unknown =>
      waitsForFinalizers.judge({ ...state, settled: settledWith({ events: seen }) }, target)[2];

    expect(of(...events)).toMatchObject({ result: "held", instances: 1, evidence: [1, 9] });
    expect(of(eventOf(created))).toMatchObject({ result: "held", instances: 0 });
    expect(of(eventOf(created), eventOf(held))).toMatchObject({ result: "held", instances: 1 });
    expect(of(eventOf(writtenAt("2"), "ADDED"))).toMatchObject({ result: "held", instances: 0 });
    expect(of(...events, eventOf(writtenAt("3")))).toMatchObject({ result: "violated" });
  });

  it("is not looked for in events where nothing is watched", () => {
    const settled = { ...unsettled, watched: false };
    expect(judge(accepted(held.object), { settled })).toEqual({});
  });

  it("is not missed where a read or a list is rejected or lost", () => {
    const open = { [counts]: "undecided", [waits]: "undecided" };
    expect(judge(refused("forbidden"))).toEqual(open);
    expect(judge(noReply)).toEqual({ [counts]: "errored", [waits]: "errored" });
    const closed = refused("forbidden");
    expect(judge(accepted(held.object), { listed: closed })).toEqual({ [waits]: "undecided" });
    expect(judge(accepted(held.object), { listed: noReply })).toEqual({ [waits]: "errored" });
  });

  it("is a violation if a read and a list show it", () => {
    const state = { created, settled: settledWith({ events }) };
    const seen = stepWith(accepted(created.object), 3);
    const findings = waitsForFinalizers.judge(
      { ...state, held: seen, list: stepWith(missing, 4) },
      target,
    );

    expect(findings.slice(0, 2)).toMatchObject([
      { actual: expect.stringContaining(`its finalizers are ["${finalizers[0]}"]`), evidence: [3] },
      { actual: "the object no longer exists", evidence: [4] },
    ]);
    expect(findings[3]).toMatchObject({
      expected: "generation 2, because the deletion was requested",
      actual: "generation 1",
    });
  });

  it.each([
    { list: refused("forbidden"), result: "undecided" },
    { list: noReply, result: "errored" },
  ])("is told by the list that shows nothing: $result", ({ list, result }) => {
    const seen = { created, held: stepWith(accepted(held.object), 3), list: stepWith(list, 4) };
    const findings = waitsForFinalizers.judge(
      { ...seen, settled: settledWith({ events }) },
      target,
    );

    expect(findings[1]).toMatchObject({ result, evidence: [4] });
  });

  it("needs its finalizer to be seen", () => {
    const { finalizers: _none, ...without } = held.object.metadata;
    const bare = { ...held.object, metadata: without };
    expect(judge(accepted(bare))).toEqual({ [waits]: "violated" });
    const seen = { created, held: stepWith(accepted(bare), 3), list: stepWith(listOf(held), 4) };
    const findings = waitsForFinalizers.judge(
      { ...seen, settled: settledWith({ events }) },
      target,
    );
    expect(complaintOf(findings, waits)).toMatch(/; its finalizers are \[\]$/);
  });

  it.each(["invalid", "conflict", "forbidden"] as const)(
    "may reject a late finalizer as %s, because the same update without it is accepted",
    (reason) => {
      const late = trialWith({ attempt: refused(reason) });
      expect(judge(accepted(held.object), { late })).toEqual({});
      const doubtful = trialWith({ attempt: refused(reason), control: refused(reason) });
      expect(judge(accepted(held.object), { late: doubtful })).toMatchObject({
        [refuses]: "undecided",
      });
    },
  );

  it("must count, and must not accept late finalizers", () => {
    const uncounted = waiting("2", { generation: 1 });
    expect(judge(accepted(uncounted.object))).toEqual({ [counts]: "violated" });
    const both = ["conformance.example/hold", "conformance.example/late"];
    const added = accepted(resourceAt("3", { metadata: { finalizers: both } }));
    const ignored = accepted(resourceAt("2", { metadata: { finalizers: both.slice(0, 1) } }));
    const judgeLate = (attempt: Outcome, after: Outcome): unknown =>
      judge(accepted(held.object), { late: trialWith({ attempt, after }) });

    expect(judgeLate(added, added)).toEqual({ [refuses]: "violated" });
    expect(judgeLate(ignored, added)).toEqual({ [refuses]: "violated" });
    expect(judgeLate(ignored, ignored)).toEqual({});
    expect(judgeLate(ignored, noReply)).toEqual({ [refuses]: "violated" });
  });
});

it.each([
  { why: "unchanged", status: { count: 1 }, result: "held" },
  { why: "erased by the next update", status: { count: 1 }, updated: {}, result: "violated" },
  { why: "erased", status: undefined, result: "violated" },
  { why: "changed", status: { count: 2 }, result: "violated" },
])("a status that is $why after the deletion request: $result", ({ status, updated, result }) => {
  const reported = writtenAt("2", { metadata: { finalizers }, status: { count: 1 } });
  const erased = writtenAt("4", { metadata: going });
  const left = writtenAt("3", { metadata: going, ...(status === undefined ? {} : { status }) });
  const events = [eventOf(created, "ADDED"), eventOf(reported), eventOf(left)];

  const findings = waitsForFinalizers.judge(
    {
      created,
      reported,
      held: stepWith(accepted(left.object), 3),
      list: stepWith(listOf(left), 4),
      settled: settledWith({ events }),
      late: trialWith({ attempt: refused("invalid") }),
      updated: stepWith(accepted(updated === undefined ? left.object : erased.object), 9),
    },
    strictTarget,
  );

  const results = new Set(
    findings.flatMap((finding) =>
      finding.requirement === "deletion.waits-for-finalizers" ? [finding.result] : [],
    ),
  );
  expect(results.has("violated")).toBe(result === "violated");
});

it("leaves an object undecided that a status write has stripped of its finalizers", () => {
  const left = writtenAt("3", { metadata: going });

  expect(
    openResults(
      waitsForFinalizers.judge(
        {
          created,
          reported: writtenAt("2", { status: { count: 1 } }),
          held: stepWith(missing, 3),
          list: stepWith(listOf(left), 4),
          settled: settledWith({ events: [] }),
        },
        strictTarget,
      ),
    ),
  ).toEqual({
    "deletion.waits-for-finalizers": "undecided",
    "deletion.new-finalizers-refused": "undecided",
  });
});
