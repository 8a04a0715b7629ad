import { resourceVersion, uid } from "#contract";
import type { Outcome, Resource } from "#contract";
import { describe, expect, it } from "vitest";
import { judgeNoneMoved } from "./none-moved.ts";
import type { RefusalTrial } from "./refusal-trial.ts";
import type { Step } from "./step.ts";

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

describe("judgeNoneMoved", () => {
  it("counts every attempt that was refused", () => {
    const findings = judgeNoneMoved([trialWith(refused), trialWith(refused)]);

    expect(findings.map(({ requirement, result }) => [requirement, result])).toEqual([
      ["isolation.refused-write-changes-nothing", "held"],
      ["watch.nothing-for-refused", "held"],
      ["isolation.refused-write-changes-nothing", "held"],
      ["watch.nothing-for-refused", "held"],
    ]);
  });

  it("finds the one that moved something", () => {
    const findings = judgeNoneMoved([trialWith(refused), trialWith(refused, objectAt("2"))]);

    expect(findings.map(({ result }) => result)).toEqual(["held", "held", "violated", "held"]);
  });

  it.each([{ trials: [] }, { trials: [trialWith(objectAt("2"), objectAt("2"))] }])(
    "holds in no instance where nothing was refused",
    ({ trials }) => {
      const evidence = trials.map(() => 2);

      expect(judgeNoneMoved(trials)).toEqual([
        {
          result: "held",
          requirement: "isolation.refused-write-changes-nothing",
          instances: 0,
          evidence,
        },
        { result: "held", requirement: "watch.nothing-for-refused", instances: 0, evidence },
      ]);
    },
  );
});
