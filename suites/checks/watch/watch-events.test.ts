import { describe, expect, it } from "vitest";
import type { Finding, SeenEvent, SettledEvents } from "#harness";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  settledWith,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { eventOf, openIn, unsettled, violatedIn, writtenAt } from "../testing/watch-builders.ts";
import type { EventsRow } from "../testing/watch-builders.ts";
import { added, created, foreign, second, third } from "../testing/written-objects.ts";
import { deletionIsDeleted } from "./deletion-is-deleted.ts";
import { nothingFollowsDeletion } from "./nothing-follows-deletion.ts";
import { oneEventPerWrite } from "./one-event-per-write.ts";

function judgeOneEach(settled: SettledEvents): readonly Finding[] {
  return oneEventPerWrite.judge({ created, writes: [second, third], settled }, strictTarget);
}

describe("an event for a rejected write", () => {
  it.each([
    { why: "alone", events: [added, eventOf(second), eventOf(writtenAt("5"))], violated: [] },
    {
      why: "in place of an event for an accepted write",
      events: [added, eventOf(writtenAt("5"))],
      violated: ["watch.one-event-per-write"],
    },
  ])("is judged elsewhere: $why", ({ events, violated }) => {
    const seen = { created, writes: [second], refused: [9], settled: settledWith({ events }) };
    const findings = oneEventPerWrite.judge(seen, strictTarget);

    expect(violatedIn(findings)).toEqual(violated);
  });
});

describe("one event per write", () => {
  const partial = { ...second, object: resourceAt("3") };

  it.each<EventsRow>([
    {
      why: "as it should be, beside events of others",
      events: [added, foreign, eventOf(second), eventOf(third)],
      violated: [],
    },
    {
      why: "in another order, which is judged elsewhere",
      events: [added, eventOf(third), eventOf(second)],
      violated: [],
    },
    {
      why: "one is missing",
      events: [added, eventOf(third)],
      violated: ["watch.one-event-per-write"],
    },
    {
      why: "one comes twice",
      events: [added, eventOf(second), eventOf(third), eventOf(third)],
      violated: ["watch.one-event-per-write"],
    },
    {
      why: "one of the wrong type",
      events: [added, eventOf(second, "ADDED"), eventOf(third)],
      violated: ["watch.creation-is-added", "watch.one-event-per-write"],
    },
    {
      why: "one that no write gave",
      events: [added, eventOf(second), eventOf(third), eventOf(writtenAt("5"))],
      violated: ["watch.one-event-per-write"],
    },
    {
      why: "the creation is missing",
      events: [eventOf(second), eventOf(third)],
      violated: ["watch.creation-is-added"],
    },
    {
      why: "the creation is MODIFIED",
      events: [eventOf(created), eventOf(second), eventOf(third)],
      violated: ["watch.creation-is-added"],
    },
    {
      why: "the creation comes twice",
      events: [added, added, eventOf(second), eventOf(third)],
      violated: ["watch.creation-is-added"],
    },
    {
      why: "an object without its status",
      events: [added, eventOf(partial), eventOf(third)],
      violated: ["watch.event-carries-stored-object"],
    },
  ])("$why", ({ events, violated }) => {
    expect(violatedIn(judgeOneEach(settledWith({ events })))).toEqual(violated);
  });

  it("decides nothing before the sentinel, or without any event", () => {
    const undecided = oneEventPerWrite.covers.map((requirement) => [requirement, "undecided"]);

    expect(openIn(judgeOneEach(unsettled))).toEqual(Object.fromEntries(undecided));
    expect(
      resultsOf(judgeOneEach(settledWith({ events: [] })), "watch.event-carries-stored-object"),
    ).toEqual(["undecided"]);
  });
});

describe("a deletion", () => {
  const deletion = stepWith({ result: "done" }, 5);
  const gone = writtenAt("5", { status: { count: 1 } });
  const deleted = eventOf(gone, "DELETED");
  const requirement = "watch.deletion-is-deleted";
  const judge = (events: readonly SeenEvent[], context = strictTarget): readonly Finding[] =>
    deletionIsDeleted.judge(
      { created, writes: [second], deletion, settled: settledWith({ events }) },
      context,
    );

  it("is judged for each deleted object", () => {
    const whole = { deletion, settled: settledWith({ events: [added, eventOf(second), deleted] }) };
    const lost = { deletion, settled: settledWith({ events: [added] }) };
    const findings = deletionIsDeleted.judge(
      { created, writes: [second], ...whole, others: [{ created, writes: [], ...lost }] },
      strictTarget,
    );

    expect(violatedIn(findings)).toEqual([requirement]);
    expect(findings.filter(({ result }) => result === "held")).toHaveLength(3);
  });

  const keyOnly = {
    ...strictTarget,
    semantics: { ...strictTarget.semantics, deletedEvent: "keyOnly" },
  } as const;
  const timed = { deletionTimestamp: "2026-01-01T00:00:00Z" };

  it.each([
    { why: "as it should be", events: [added, eventOf(second), deleted], violated: false },
    {
      why: "with the time of deletion",
      events: [
        added,
        eventOf(
          { ...gone, object: resourceAt("5", { status: { count: 1 }, metadata: timed }) },
          "DELETED",
        ),
      ],
      violated: false,
    },
    ...[
      { why: "after a counted request", metadata: { ...timed, generation: 2 }, violated: false },
      { why: "after two counts", metadata: { ...timed, generation: 3 }, violated: true },
      { why: "counted without a deletion time", metadata: { generation: 2 }, violated: false },
    ].map(({ why, metadata, violated }) => {
      const object = resourceAt("5", { status: { count: 1 }, metadata });
      return { why, violated, events: [added, eventOf({ ...gone, object }, "DELETED")] };
    }),
    { why: "missing", events: [added, eventOf(second)], violated: true },
    { why: "twice", events: [added, eventOf(second), deleted, deleted], violated: true },
    { why: "not at the end", events: [added, deleted, eventOf(second)], violated: true },
    {
      why: "at the version of the last write",
      events: [added, eventOf(second), eventOf(second, "DELETED")],
      violated: true,
    },
    {
      why: "with an older state",
      events: [added, eventOf(second), eventOf(writtenAt("5"), "DELETED")],
      violated: true,
    },
  ])("$why", ({ events, violated }) => {
    expect(violatedIn(judge(events))).toEqual(violated ? [requirement] : []);
  });

  it("need not contain the state if the target declares so", () => {
    expect(violatedIn(judge([added, eventOf(writtenAt("5"), "DELETED")], keyOnly))).toEqual([]);
  });

  it.each([
    { why: "a token of its own", cursor: "c", violated: false },
    { why: "the token of the last write", cursor: "b", violated: true },
  ])("is at the version of the last write and has $why", ({ cursor, violated }) => {
    const events: readonly SeenEvent[] = [
      { ...added, cursor: "a" },
      { ...eventOf(second), cursor: "b" },
      { ...eventOf(second, "DELETED"), cursor, isUnversioned: true },
    ];

    expect(violatedIn(judge(events))).toEqual(violated ? [requirement] : []);
  });
});

describe("a status write that races with a deletion", () => {
  const done = stepWith({ result: "done" }, 4);
  const deleted = eventOf(writtenAt("4"), "DELETED");

  it.each([
    {
      why: "wins",
      write: accepted(second.object),
      events: [added, eventOf(second), deleted],
      result: "held",
    },
    { why: "loses", write: refused("notFound"), events: [added, deleted], result: "held" },
    {
      why: "arrives after DELETED",
      write: accepted(second.object),
      events: [added, deleted, eventOf(second)],
      result: "violated",
    },
    {
      why: "wins, and DELETED arrives twice",
      write: accepted(second.object),
      events: [added, eventOf(second), deleted, deleted],
      result: "held",
    },
    {
      why: "loses, and the deletion has two versions",
      write: refused("notFound"),
      events: [added, deleted, eventOf(writtenAt("5"), "DELETED")],
      result: "violated",
    },
    { why: "has no response", write: noReply, events: [added, deleted], result: "errored" },
  ])("$why: $result", ({ write, events, result }) => {
    const settled = settledWith({ events });
    const round = { created, write: stepWith(write, 3), deletion: done, settled };

    expect(resultsOf(nothingFollowsDeletion.judge([round], strictTarget), "watch.ordered")).toEqual(
      [result],
    );
  });

  it("is one instance with it", () => {
    const settled = settledWith({ events: [added, deleted] });
    const round = { created, write: stepWith(refused("notFound"), 3), deletion: done, settled };

    expect(nothingFollowsDeletion.judge([round], strictTarget)).toEqual([
      expect.objectContaining({ result: "held", instances: 1 }),
    ]);
  });

  it("is no instance without the event for the deletion", () => {
    const round = {
      created,
      write: stepWith(refused("notFound"), 3),
      deletion: done,
      settled: settledWith({ events: [added] }),
    };

    expect(nothingFollowsDeletion.judge([round], strictTarget)).toEqual([
      expect.objectContaining({ result: "held", instances: 0 }),
    ]);
  });
});
