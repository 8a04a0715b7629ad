import { describe, expect, it } from "vitest";
import type { Finding, SeenEvent, SettledEvents, Written } from "#harness";
import { resourceAt, resultsOf, settledWith, strictTarget } from "../testing/builders.ts";
import {
  eventOf,
  eventWith,
  openIn,
  unsettled,
  violatedIn,
  watchWith,
  writtenAt,
} from "../testing/watch-builders.ts";
import type { EventsRow } from "../testing/watch-builders.ts";
import { added, created, foreign, second, third } from "../testing/written-objects.ts";
import { collectionInCommitOrder } from "./collection-in-commit-order.ts";
import { completeAndInOrder } from "./complete-and-in-order.ts";
import { versionsAdvance } from "./versions-advance.ts";
import { watchersAgree } from "./watchers-agree.ts";

function judgeStream(settled: SettledEvents): readonly Finding[] {
  return completeAndInOrder.judge([{ created, writes: [second, third], settled }], strictTarget);
}

describe("a stream under load", () => {
  it.each<EventsRow>([
    {
      why: "as it should be",
      events: [added, eventOf(second), foreign, eventOf(third)],
      violated: [],
    },
    {
      why: "two are exchanged",
      events: [added, eventOf(third), eventOf(second)],
      violated: ["watch.ordered"],
    },
    {
      why: "one comes twice",
      events: [added, eventOf(second), eventOf(second), eventOf(third)],
      violated: ["watch.unique"],
    },
    {
      why: "an old one comes again",
      events: [added, eventOf(second), eventOf(third), eventOf(second)],
      violated: ["watch.ordered", "watch.unique"],
    },
    { why: "one is missing", events: [added, eventOf(third)], violated: ["watch.no-gap"] },
    { why: "the last is missing", events: [added, eventOf(second)], violated: ["watch.no-gap"] },
  ])("$why", ({ events, violated }) => {
    expect(violatedIn(judgeStream(settledWith({ events })))).toEqual(violated);
  });

  it("has writes whose order is unknown", () => {
    const rivals = [writtenAt("7"), writtenAt("6")];
    const judge = (events: readonly SeenEvent[]): readonly Finding[] =>
      completeAndInOrder.judge(
        [{ created, writes: [second], unordered: rivals, settled: settledWith({ events }) }],
        strictTarget,
      );
    const of = [eventOf(writtenAt("6")), eventOf(writtenAt("7"))];

    expect(openIn(judge([added, eventOf(second), ...of]))).toEqual({});
    expect(openIn(judge([added, ...of, eventOf(second)]))).toEqual({});
    expect(violatedIn(judge([eventOf(second), added, ...of]))).toEqual(["watch.ordered"]);
    expect(violatedIn(judge([added, eventOf(second), ...of.slice(1)]))).toEqual(["watch.no-gap"]);
  });

  it("decides nothing before the sentinel", () => {
    expect(judgeStream(unsettled).every(({ result }) => result === "undecided")).toBe(true);
  });
});

function judgeVersions(
  writes: readonly [Written, ...Written[]],
  events: readonly SeenEvent[],
): readonly Finding[] {
  return versionsAdvance.judge({ writes, settled: settledWith({ events }) }, strictTarget);
}

describe("the versions of a name", () => {
  const requirement = "concurrency.versions-advance";
  const again = writtenAt("6");
  const deleted = eventOf(writtenAt("5"), "DELETED");
  const reAdded = eventOf(again, "ADDED");

  it("are used once, and delivered in the order of the writes", () => {
    const findings = judgeVersions(
      [created, second, again],
      [added, eventOf(second), deleted, reAdded],
    );

    expect(openIn(findings)).toEqual({});
  });

  it("are not used by a successor", () => {
    expect(violatedIn(judgeVersions([created, second, created], [added, eventOf(second)]))).toEqual(
      [requirement],
    );
  });

  it("are not used by the deletion", () => {
    const kept = eventOf(second, "DELETED");

    expect(violatedIn(judgeVersions([created, second, again], [added, kept, reAdded]))).toEqual([
      requirement,
    ]);
  });

  it("are not reported as used twice if the deletion event is repeated", () => {
    const events = [added, eventOf(second), deleted, deleted, reAdded];

    expect(openIn(judgeVersions([created, second, again], events))).toEqual({});
  });

  it("have no order that can be judged if no event has one", () => {
    const events = [eventOf(writtenAt("77"), "ADDED"), eventOf(writtenAt("78"))];

    expect(resultsOf(judgeVersions([created, second, again], events), requirement)).toEqual([
      "held",
      "undecided",
    ]);
  });

  it("may be those of the predecessor if each incarnation restarts its versions", () => {
    const writes = [created, second, created, second] as const;
    const life = [added, eventOf(second)];
    const judge = (events: readonly SeenEvent[]): readonly Finding[] =>
      versionsAdvance.judge({ writes, settled: settledWith({ events }), ofFirst: 2 }, strictTarget);

    expect(openIn(judge([...life, deleted, ...life]))).toEqual({});
    expect(violatedIn(judge([...life, deleted, ...life.toReversed()]))).toEqual([requirement]);
  });

  it("are not delivered out of order", () => {
    expect(
      violatedIn(judgeVersions([created, second, again], [added, reAdded, eventOf(second)])),
    ).toEqual([requirement]);
  });
});

describe("two objects of a collection", () => {
  const requirement = "watch.collection-in-commit-order";
  const other = writtenAt("7", { metadata: { name: "b" } });
  const judge = (events: readonly SeenEvent[], reached = true): readonly Finding[] =>
    collectionInCommitOrder.judge(
      { writes: [second, other], watch: watchWith(events, { reached }) },
      strictTarget,
    );

  it.each([
    {
      why: "in the order of the writes",
      events: [eventOf(second), foreign, eventOf(other)],
      result: "held",
    },
    { why: "the later one first", events: [eventOf(other), eventOf(second)], result: "violated" },
    { why: "one of them alone", events: [eventOf(second), foreign], result: "undecided" },
    { why: "under other versions", events: [foreign, foreign], result: "undecided" },
  ])("$why: $result", ({ events, result }) => {
    expect(resultsOf(judge(events), requirement)).toEqual([result]);
  });

  it("are not judged before the sentinel", () => {
    expect(resultsOf(judge([], false), requirement)).toEqual(["undecided"]);
  });
});

describe("watchers", () => {
  const requirement = "watch.watchers-agree";
  const shared = settledWith({ events: [added, eventOf(second)] });
  const judge = (events: readonly SeenEvent[], reached = true): readonly Finding[] =>
    watchersAgree.judge(
      {
        created,
        writes: [second],
        shared,
        others: [watchWith(events, { identity: "author", reached })],
      },
      strictTarget,
    );
  const late = { ...eventOf(second), arrivedMs: 99_999 };
  const partial = eventWith(resourceAt("3"));

  it.each([
    { why: "see the same, at other times", events: [added, late, foreign], result: "held" },
    { why: "miss one", events: [added], result: "violated" },
    { why: "see another order", events: [eventOf(second), added], result: "violated" },
    { why: "see less of the object", events: [added, partial], result: "violated" },
  ])("$why: $result", ({ events, result }) => {
    expect(resultsOf(judge(events), requirement)).toEqual([result]);
  });

  it("are not compared before the sentinel", () => {
    expect(resultsOf(judge([], false), requirement)).toEqual(["undecided"]);
  });
});
