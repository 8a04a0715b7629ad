import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Outcome, Resource } from "#contract";
import { claim, errored, historyOf, undecided, withCause } from "./finding.ts";
import type { EvidenceEvent } from "./finding.ts";
import { given, incidental, vacuous } from "./given.ts";
import type { Step } from "./recorded-step.ts";

const requirement = "write.keeps-identity";
const texts = { expected: "x", actual: "y", evidence: [4, 2] };

describe("a claim", () => {
  it("that holds counts its instances, one by default", () => {
    const held = { result: "held", requirement, evidence: [4, 2] };

    expect(claim(requirement, { ...texts, holds: true })).toEqual({ ...held, instances: 1 });
    expect(claim(requirement, { ...texts, holds: true, instances: 3 })).toEqual({
      ...held,
      instances: 3,
    });
  });

  it("that does not hold states the expected and the actual value", () => {
    expect(claim(requirement, { ...texts, holds: false, instances: 3 })).toEqual({
      result: "violated",
      requirement,
      ...texts,
    });
  });
});

it("a finding that is no claim states why", () => {
  expect(undecided(requirement, "no control", [1])).toEqual({
    result: "undecided",
    requirement,
    reason: "no control",
    evidence: [1],
  });
  expect(errored(requirement, "timed out", [2])).toEqual({
    result: "errored",
    requirement,
    reason: "timed out",
    evidence: [2],
  });
});

it("a finding with its causes has all of them among its evidence, once and in order", () => {
  const finding = claim(requirement, { ...texts, holds: false });

  expect(withCause(finding, [{ exchange: 30 }, { exchange: 2 }, { exchange: 1 }])).toEqual({
    ...finding,
    evidence: [1, 2, 4, 30],
  });
});

it("a claim without an instance holds in no instance", () => {
  const note = "the kind has no watch";
  const none = { result: "held", instances: 0, evidence: [], note };

  expect(vacuous([requirement, "watch.ordered"], note)).toEqual([
    { ...none, requirement },
    { ...none, requirement: "watch.ordered" },
  ]);
  expect(incidental([requirement], note)).toEqual([{ ...none, requirement, isIncidental: true }]);
});

function eventAt(ordinal: number): EvidenceEvent {
  return { ordinal, atMs: ordinal, what: "MODIFIED", changes: [] };
}

it("the history of a finding marks the events that show it", () => {
  const object = { kind: "Service", namespace: "default", name: "a" };
  const around = [eventAt(1), eventAt(2), eventAt(3)];

  const history = historyOf({ object, events: [eventAt(2)], around });

  expect(history.object).toBe(object);
  expect(history.events).toEqual([
    { ...around[0], isEvidence: false },
    { ...around[1], isEvidence: true },
    { ...around[2], isEvidence: false },
  ]);
});

function stepWith(exchange: number, outcome: Outcome): Step {
  const key = { kind: "Service", namespace: "default", name: "a" };
  const command = { verb: "read", identity: "author", key } as const;
  return { exchange, command, outcome, startedMs: 0, endedMs: 1 };
}

describe("a claim about objects", () => {
  const object: Resource = {
    kind: "Service",
    metadata: {
      namespace: "default",
      name: "a",
      uid: uid("u"),
      resourceVersion: resourceVersion("7"),
    },
  };
  const returned: Outcome = { result: "object", object };
  const refused: Outcome = {
    result: "refused",
    refusal: { reason: "invalid", message: "no", causes: [] },
  };
  const lost: Outcome = { result: "unknown", cause: "timeout", detail: "10000 ms" };
  const statement = { holds: true, expected: "x", actual: "y", instances: 2 };

  it("gets each object by the name of its step, and rests on all steps", () => {
    const steps = { write: stepWith(1, returned), read: stepWith(2, returned) };
    const handed: unknown[] = [];
    const finding = given(requirement, steps, (objects) => {
      handed.push(objects);
      return statement;
    });

    expect(handed).toEqual([{ write: object, read: object }]);
    expect(finding).toEqual({ result: "held", requirement, instances: 2, evidence: [1, 2] });
  });

  it("is undecided if a step was rejected, and states how", () => {
    const steps = { write: stepWith(1, refused), read: stepWith(2, returned) };

    expect(given(requirement, steps, () => statement)).toEqual({
      result: "undecided",
      requirement,
      reason: "nothing to judge: rejected as invalid (no code): no",
      evidence: [1, 2],
    });
  });

  it("is errored if a step had no outcome, regardless of the other steps", () => {
    const steps = { write: stepWith(1, refused), read: stepWith(2, lost) };
    const finding = given(requirement, steps, () => statement);

    expect(finding).toMatchObject({ result: "errored", evidence: [1, 2] });
    expect(finding).toHaveProperty("reason", expect.stringContaining("10000 ms"));
  });
});
