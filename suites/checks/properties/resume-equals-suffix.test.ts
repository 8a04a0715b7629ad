import { expect, it } from "vitest";
import { keyOf, resourceVersion } from "#contract";
import type { SeenEvent } from "#harness";
import {
  accepted,
  resourceAt,
  resultsOf,
  settledWith,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { eventWith, watchWith } from "../testing/watch-builders.ts";
import { resumeEqualsSuffix } from "./resume-equals-suffix.ts";

const key = keyOf(resourceAt("1"));

const added = (version: string): SeenEvent => eventWith(resourceAt(version), "ADDED");

function deleted(version: string, parts: Partial<SeenEvent> = {}): SeenEvent {
  return {
    type: "DELETED",
    resourceVersion: resourceVersion(version),
    key,
    arrivedMs: 50,
    ...parts,
  };
}

interface Deliveries {
  readonly first: SeenEvent;
  readonly resumed: SeenEvent;
  /** Events that the first watch repeats. */
  readonly repeated?: readonly SeenEvent[];
  readonly isUnremoved?: boolean;
}

function resultOf({
  first,
  resumed,
  repeated = [],
  isUnremoved = false,
}: Deliveries): readonly string[] {
  const events = [added("1"), first, ...repeated, added("9")];
  const observed = {
    played: {
      moves: [],
      keys: [key],
      steps: [{ move: 0, isLook: false, step: stepWith(accepted(resourceAt("1"))) }],
      settled: [settledWith({ events })],
      watches: [],
      ...(isUnremoved ? { unremoved: key } : {}),
    },
    resumed: [{ cursor: resourceVersion("1"), watch: watchWith([resumed, added("9")]) }],
  };
  const found = { path: "0", tried: 1, observed };
  const searched = { inputs: 1, exercised: {}, found };
  return resultsOf(resumeEqualsSuffix.judge(searched, strictTarget), "watch.resumes-after-version");
}

it("does not compare versions that delete events lack", () => {
  const first = deleted("1", { isUnversioned: true });
  const resumed = deleted("9", { isUnversioned: true });

  expect(resultOf({ first, resumed })).not.toContain("violated");
});

it("compares the versions of other delete events", () => {
  expect(resultOf({ first: deleted("5"), resumed: deleted("9") })).toContain("violated");
});

it("does not expect a resumed watch to repeat an event", () => {
  const first = deleted("5");
  const repeated = [first];

  expect(resultOf({ first, resumed: first, repeated })).not.toContain("violated");
  expect(resultOf({ first, resumed: deleted("6"), repeated })).toContain("violated");
});

it("does not compare the events of an object that is removed late", () => {
  const first = eventWith(resourceAt("2"));
  const resumed = deleted("3");

  expect(resultOf({ first, resumed })).toContain("violated");
  expect(resultOf({ first, resumed, isUnremoved: true })).not.toContain("violated");
});
