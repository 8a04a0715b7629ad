import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Outcome, Resource } from "#contract";
import type { Finding } from "../judging/finding.ts";
import type { SeenEvent, Step } from "../judging/recorded-step.ts";
import { judgeNoneMoved } from "./none-moved.ts";
import type { RefusalTrial } from "./none-moved.ts";

const refusal = { reason: "invalid", code: "INVALID", message: "no", causes: [] } as const;
const refused: Outcome = { result: "refused", refusal };

function objectAt(version: string): Outcome {
  const metadata = { name: "a", uid: uid("u"), resourceVersion: resourceVersion(version) };
  const object: Resource = { kind: "Namespace", metadata, spec: {} };
  return { result: "object", object };
}

function stepWith(outcome: Outcome, exchange: number): Step {
  const command = {
    verb: "read",
    identity: "author",
    key: { kind: "Namespace", name: "a" },
  } as const;
  return { exchange, command, outcome, startedMs: exchange * 10, endedMs: exchange * 10 + 5 };
}

function trialWith(attempt: Outcome, after = objectAt("1")): RefusalTrial {
  return {
    before: stepWith(objectAt("1"), 1),
    attempt: stepWith(attempt, 2),
    after: stepWith(after, 3),
    events: { watched: true, reached: true, events: [] },
  };
}

function seen(version: string, arrivedMs: number): SeenEvent {
  return { type: "MODIFIED", resourceVersion: resourceVersion(version), arrivedMs };
}

function event(type: SeenEvent["type"], version: string, arrivedMs: number): SeenEvent {
  const outcome = objectAt(version);
  const object = outcome.result === "object" ? { object: outcome.object } : {};
  return { ...seen(version, arrivedMs), type, ...object };
}

function watchedBy(events: readonly SeenEvent[]): readonly Finding[] {
  const given = trialWith(refused);
  return judgeNoneMoved([{ ...given, events: { watched: true, reached: true, events } }]);
}

describe("judgeNoneMoved", () => {
  it("counts every attempt that was rejected", () => {
    const findings = judgeNoneMoved([trialWith(refused), trialWith(refused)]);

    expect(findings.map(({ requirement, result }) => [requirement, result])).toEqual([
      ["isolation.refused-write-changes-nothing", "held"],
      ["watch.nothing-for-refused", "held"],
      ["isolation.refused-write-changes-nothing", "held"],
      ["watch.nothing-for-refused", "held"],
    ]);
  });

  it("does not take the deletion of a predecessor for the event of the stored object", () => {
    const { outcome } = trialWith(refused).before;
    const object = outcome.result === "object" ? outcome.object : undefined;
    if (object === undefined) throw new Error("The trial has no object.");
    const old = { ...object, metadata: { ...object.metadata, uid: uid("old") } };
    const added = (of: Resource, arrivedMs: number): SeenEvent => ({
      ...seen("1", arrivedMs),
      type: "ADDED",
      object: of,
    });
    const { type: _, ...keyOnly } = seen("1", 22);
    const predecessor = [added(old, 21), { ...keyOnly, type: "DELETED" }] as const;

    expect(watchedBy([...predecessor, added(object, 23)])[1]?.result).toBe("held");
    expect(watchedBy([...predecessor, added(object, 23), seen("2", 24)])[1]?.result).toBe(
      "violated",
    );
  });

  it.each([
    ["forbidden", "undecided"],
    ["internal", "undecided"],
    ["notFound", "violated"],
  ] as const)("looks at no object that is %s: %s", (reason, result) => {
    const hidden: Outcome = { result: "refused", refusal: { ...refusal, reason } };
    const trial = trialWith(refused, hidden);
    const turned = { ...trial, before: trial.after, after: trial.before };

    expect(judgeNoneMoved([trial])[0]).toMatchObject({ result, evidence: [1, 2, 3] });
    expect(judgeNoneMoved([turned])[0]?.result).toBe(result);
  });

  it("finds the attempt that changed something", () => {
    const findings = judgeNoneMoved([trialWith(refused), trialWith(refused, objectAt("2"))]);

    expect(findings.map(({ result }) => result)).toEqual(["held", "held", "violated", "held"]);
  });

  it.each([{ trials: [] }, { trials: [trialWith(objectAt("2"), objectAt("2"))] }])(
    "holds in no instance where nothing was rejected",
    ({ trials }) => {
      const evidence = trials.map(() => 2);
      const note = "no request was rejected";
      const none = { result: "held", instances: 0, evidence, note, isIncidental: true };

      expect(judgeNoneMoved(trials)).toEqual([
        { ...none, requirement: "isolation.refused-write-changes-nothing" },
        { ...none, requirement: "watch.nothing-for-refused" },
      ]);
    },
  );
});

describe("the finding about an attempt that changed something", () => {
  const trial = trialWith(refused);

  it("names the stored object before and after, by all exchanges", () => {
    const [moved] = judgeNoneMoved([trialWith(refused, objectAt("2"))]);

    expect(moved).toEqual({
      result: "violated",
      requirement: "isolation.refused-write-changes-nothing",
      expected: "the stored object stays at version 1",
      actual:
        'after the rejection, the stored object: metadata.resourceVersion is "2" instead of "1"',
      evidence: [1, 2, 3],
    });
  });

  it("names an object that was created", () => {
    const absent: Outcome = { result: "refused", refusal: { ...refusal, reason: "notFound" } };
    const [moved] = judgeNoneMoved([{ ...trial, before: stepWith(absent, 1) }]);

    expect(moved).toMatchObject({ result: "violated", expected: "the stored object stays absent" });
  });

  it.each([1, 3])("is errored if the read of exchange %i failed", (exchange) => {
    const lost = stepWith({ result: "unknown", cause: "timeout", detail: "10000 ms" }, exchange);
    const [open] = judgeNoneMoved([{ ...trial, [exchange === 1 ? "before" : "after"]: lost }]);

    expect(open).toMatchObject({ result: "errored", evidence: [1, 2, 3] });
  });

  it("names the received events", () => {
    const events = [seen("1", 5), seen("2", 20), seen("3", 21)];
    const [, moved] = judgeNoneMoved([
      { ...trial, events: { watched: true, reached: true, events } },
    ]);

    expect(moved).toEqual({
      result: "violated",
      requirement: "watch.nothing-for-refused",
      expected: "no event for a rejected request",
      actual: "2 events: MODIFIED at version 2, MODIFIED at version 3",
      evidence: [1, 2],
    });
  });

  it("takes no event of a predecessor for the event of the stored version", () => {
    const creation = (ofUid: string, arrivedMs: number): SeenEvent => {
      const metadata = { name: "a", uid: uid(ofUid), resourceVersion: resourceVersion("1") };
      const object: Resource = { kind: "Namespace", metadata, spec: {} };
      return { ...seen("1", arrivedMs), type: "ADDED", object };
    };
    const gone = { ...seen("2", 6), type: "DELETED" } as const;

    expect(watchedBy([creation("old", 5), gone, creation("u", 21)])[1]).toMatchObject({
      result: "held",
    });
    expect(
      watchedBy([creation("old", 5), gone, creation("u", 21), seen("2", 22)])[1],
    ).toMatchObject({
      result: "violated",
    });
  });

  it("does not attribute a late event to the request if the event of the stored version is lost", () => {
    const creation = { ...seen("0", 20), type: "ADDED" } as const;
    const reason =
      "the watch delivered the creation of the object but not version 1, so later changes are unknown";

    expect(watchedBy([creation, seen("0.5", 21)])[1]).toMatchObject({
      result: "undecided",
      reason,
    });
    expect(watchedBy([seen("2", 21)])[1]).toMatchObject({ result: "violated" });
    expect(watchedBy([creation, seen("1", 21), seen("2", 22)])[1]).toMatchObject({
      result: "violated",
    });
  });

  it("does not attribute a creation to the request that was delivered after a later change", () => {
    const reason =
      "the watch delivered the creation of the object after a later change, so other events may be late as well";

    expect(watchedBy([event("MODIFIED", "1", 15), event("ADDED", "0", 21)])[1]).toMatchObject({
      result: "undecided",
      reason,
    });
    const first = [event("ADDED", "0", 4), event("MODIFIED", "1", 15)];
    expect(watchedBy([...first, event("ADDED", "2", 21)])[1]).toMatchObject({ result: "violated" });
  });

  it("ignores events from before the attempt", () => {
    const events = [seen("1", 5), seen("2", 19)];
    const [, silent] = judgeNoneMoved([
      { ...trial, events: { watched: true, reached: true, events } },
    ]);

    expect(silent).toMatchObject({ result: "held", instances: 1 });
  });

  it.each([{ problem: "the watch ended" }, {}])(
    "states why the sentinel never arrived: %j",
    (why) => {
      const [, open] = judgeNoneMoved([
        { ...trial, events: { watched: true, reached: false, events: [], ...why } },
      ]);

      expect(open).toEqual({
        result: "undecided",
        requirement: "watch.nothing-for-refused",
        reason: why.problem ?? "the watch did not deliver the sentinel event",
        evidence: [2],
      });
    },
  );

  it("holds in no instance without a watch", () => {
    const findings = judgeNoneMoved([
      { ...trial, events: { watched: false, reached: true, events: [seen("2", 20)] } },
    ]);

    expect(findings).toEqual([
      {
        result: "held",
        requirement: "isolation.refused-write-changes-nothing",
        instances: 1,
        evidence: [1, 2, 3],
      },
      {
        result: "held",
        requirement: "watch.nothing-for-refused",
        instances: 0,
        evidence: [2],
        note: "the kind has no watch",
        isIncidental: true,
      },
    ]);
  });
});
