import { describe, expect, it } from "vitest";
import { keyOf } from "#contract";
import type { Outcome, WatchEnd } from "#contract";
import type { Finding, Step } from "#harness";
import {
  accepted,
  complaintOf,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { eventOf, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { objectsGoWithDefinition } from "./objects-go-with-definition.ts";
import { servedOnceDefined } from "./served-once-defined.ts";

const listed: Outcome = { result: "list", items: [] };
const created = writtenAt("2");
const reported = writtenAt("3", { status: { size: 1 } });
const lost: WatchEnd = { end: "lost", detail: "the connection was closed" };

const denied: WatchEnd = {
  end: "refused",
  refusal: { reason: "expired", message: "too old", causes: [] },
};

function written(outcome: Outcome, exchange: number): Step {
  const key = keyOf(resourceAt("1"));
  const command = { verb: "updateStatus", identity: "controller", key, status: {} } as const;
  return { ...stepWith(outcome, exchange), command };
}

describe("a kind that was just defined", () => {
  const requirement = "kinds.served-once-defined";
  const first = eventOf(created, "ADDED");
  const both = [first, eventOf(reported)];
  const served = [listed, accepted(created.object), accepted(reported.object)];

  interface Parts {
    readonly outcomes?: readonly Outcome[];
    readonly early?: Outcome;
    readonly events?: typeof both;
    readonly end?: WatchEnd;
  }

  function judge(parts: Parts): readonly Finding[] {
    const { outcomes = served, early = refused("invalid"), events = both, end } = parts;
    const uses = outcomes.map((outcome, index) => written(outcome, 3 + index));
    const watched = watchWith(events, end === undefined ? {} : { end });
    return servedOnceDefined.judge({ early: stepWith(early, 2), uses, watched }, strictTarget);
  }

  const refusedOnce = [listed, refused("invalid"), accepted(reported.object)];
  const refusedTwice = [listed, refused("invalid"), refused("notFound")];

  const noList: Outcome = { result: "unsupported", detail: "no operation for list" };
  const withoutLists = [noList, ...served.slice(1)];

  it.each<{ why: string; of: Parts; open: readonly string[] }>([
    { why: "is served", of: {}, open: [] },
    { why: "is served, then cut off", of: { end: lost }, open: [] },
    { why: "is of a target without lists", of: { outcomes: withoutLists }, open: [] },
    {
      why: "is not listed",
      of: { outcomes: [refused("notFound")] },
      open: ["violated", "undecided"],
    },
    { why: "rejects one of its operations", of: { outcomes: refusedOnce }, open: ["violated"] },
    {
      why: "rejects all writes",
      of: { outcomes: refusedTwice },
      open: ["violated", "violated", "undecided"],
    },
    { why: "has a watch that loses a later event", of: { events: [first] }, open: [] },
    {
      why: "has a watch that loses the first event",
      of: { events: both.slice(1) },
      open: ["violated"],
    },
    { why: "has a watch that is silent", of: { events: [] }, open: ["violated"] },
    {
      why: "has a watch that ends",
      of: { events: [], end: { end: "completed" } },
      open: ["violated"],
    },
    { why: "has a watch that is cut off", of: { events: [], end: lost }, open: ["undecided"] },
    { why: "was served before", of: { early: accepted(created.object) }, open: ["undecided"] },
    { why: "does not reply", of: { outcomes: [listed, noReply] }, open: ["errored"] },
    { why: "did not reply before", of: { early: noReply }, open: ["errored"] },
  ])("$why: $open", ({ of, open }) => {
    expect(resultsOf(judge(of), requirement).filter((result) => result !== "held")).toEqual(open);
  });

  it("is not treated as the writer of values that were read", () => {
    const read = stepWith(accepted(resourceAt("7")), 6);
    const watched = watchWith(both);
    const uses = [...served.map((outcome, index) => written(outcome, 3 + index)), read];
    const findings = servedOnceDefined.judge(
      { early: stepWith(refused("invalid"), 2), uses, watched },
      strictTarget,
    );

    expect(new Set(resultsOf(findings, requirement))).toEqual(new Set(["held"]));
    expect(findings.map(({ evidence }) => evidence)).toEqual([[3], [4], [5], [6], [1, 3, 4, 5, 6]]);
  });

  it("is reported with the events of its watch", () => {
    expect(judge({ events: [] }).at(-1)).toMatchObject({
      expected: "a watch on the kind delivers the event for version 2",
      actual: "no event",
    });
    expect(judge({ early: noReply })[0]?.evidence).toEqual([2, 3, 4, 5]);
  });

  it("is judged only by its uses if it has no watch", () => {
    const uses = served.map((outcome, index) => written(outcome, 3 + index));
    const early = stepWith(refused("invalid"), 2);

    expect(resultsOf(servedOnceDefined.judge({ early, uses }, strictTarget), requirement)).toEqual([
      "held",
      "held",
      "held",
    ]);
  });

  it("shows nothing if none can be defined", () => {
    expect(resultsOf(servedOnceDefined.judge(null, strictTarget), requirement)).toEqual([
      "undecided",
    ]);
  });
});

describe("the end of a kind", () => {
  const requirement = "kinds.objects-go-with-definition";
  const gone = [eventOf(created, "ADDED"), eventOf(reported, "DELETED")];

  interface Parts {
    readonly events?: typeof gone;
    readonly end?: WatchEnd;
    readonly late?: Outcome;
    readonly again?: Outcome;
  }

  function judge(parts: Parts): readonly Finding[] {
    const { events = gone, end, late = refused("invalid"), again = listed } = parts;
    const watched = watchWith(events, end === undefined ? {} : { end });
    return objectsGoWithDefinition.judge(
      {
        keys: [keyOf(created.object)],
        watched,
        late: stepWith(late, 5),
        again: stepWith(again, 6),
      },
      strictTarget,
    );
  }

  const alive = gone.slice(0, 1);
  const back = [...gone, eventOf(created, "ADDED")];
  const left: Outcome = { result: "list", items: [created.object] };

  it.each<{ what: string; of: Parts; open: readonly string[] }>([
    { what: "right", of: {}, open: [] },
    { what: "right, and then cut off", of: { end: lost }, open: [] },
    { what: "silent", of: { events: alive }, open: ["violated"] },
    { what: "followed by another event", of: { events: back }, open: ["violated"] },
    {
      what: "silent, as the watch ends",
      of: { events: alive, end: { end: "completed" } },
      open: ["violated"],
    },
    {
      what: "silent until it is closed",
      of: { events: alive, end: { end: "closed" } },
      open: ["violated"],
    },
    { what: "cut off", of: { events: alive, end: lost }, open: ["undecided"] },
    { what: "not watched", of: { events: [], end: denied }, open: ["undecided"] },
    { what: "no end of the service", of: { late: accepted(created.object) }, open: ["violated"] },
    { what: "incomplete", of: { again: left }, open: ["violated"] },
    { what: "not shown", of: { again: refused("forbidden") }, open: ["undecided"] },
    { what: "unknown", of: { late: noReply }, open: ["errored"] },
    { what: "unknown afterwards", of: { again: noReply }, open: ["errored"] },
  ])("is $what: $open", ({ of, open }) => {
    expect(resultsOf(judge(of), requirement).filter((one) => one !== "held")).toEqual(open);
  });

  it("is that of each object", () => {
    const other = keyOf(resourceAt("1", { metadata: { name: "b" } }));
    const findings = objectsGoWithDefinition.judge(
      {
        keys: [other, keyOf(created.object)],
        watched: watchWith(gone),
        late: stepWith(refused("invalid"), 5),
        again: stepWith(listed, 6),
      },
      strictTarget,
    );

    expect(resultsOf(findings, requirement)).toEqual(["violated", "held", "held", "held"]);
    expect(findings[0]).toMatchObject({ expected: "DELETED is the last event for b" });
    expect(complaintOf(findings, requirement)).toBe("no event");
    expect(findings.map(({ evidence }) => evidence)).toEqual([[1], [1], [5], [6]]);
  });

  it("is reported with every exchange if a response is missing", () => {
    expect(judge({ late: noReply })).toMatchObject([{ evidence: [1, 5, 6] }]);
  });

  it("is not seen where none can be defined", () => {
    expect(resultsOf(objectsGoWithDefinition.judge(null, strictTarget), requirement)).toEqual([
      "undecided",
    ]);
  });
});
