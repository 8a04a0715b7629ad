import { expect, it } from "vitest";
import type { Outcome } from "#contract";
import {
  accepted,
  openResults,
  refused,
  resourceAt,
  settledWith,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { writtenAt } from "../testing/watch-builders.ts";
import { longReplacedVersionsConflict } from "./long-replaced-versions-conflict.ts";

const status = "concurrency.stale-status-write-conflicts";
const spec = "concurrency.stale-spec-write-conflicts";

function judge(outcomes: readonly Outcome[], after = accepted(resourceAt("13"))): unknown {
  const attempts = outcomes.flatMap((outcome, index) =>
    ([status, spec] as const).map((requirement) => ({
      requirement,
      attempt: stepWith(requirement === status ? outcome : refused("conflict"), index + 2),
      control: stepWith(accepted(resourceAt("14")), 90),
    })),
  );
  const before = stepWith(accepted(resourceAt("13")), 1);
  const written = [writtenAt("12"), writtenAt("13")];
  const observed = {
    written,
    before,
    attempts,
    after: stepWith(after, 80),
    settled: settledWith(),
  };
  return openResults(longReplacedVersionsConflict.judge(observed, strictTarget));
}

it.each([
  { last: refused("conflict"), results: {} },
  { last: refused("invalid"), results: { [status]: "violated" } },
  { last: accepted(resourceAt("14")), results: { [status]: "violated" } },
])("each earlier version is judged: $last.result", ({ last, results }) => {
  expect(judge([last])).toEqual(results);
});

it.each([
  { after: accepted(resourceAt("13")), what: "by its effect", results: {} },
  {
    after: accepted(resourceAt("14")),
    what: "not at all if something changed",
    results: {
      [status]: "undecided",
      "isolation.refused-write-changes-nothing": "violated",
    },
  },
])("a shared response is judged $what", ({ after, results }) => {
  expect(judge([refused("notFound", { alsoFor: ["conflict"] })], after)).toEqual(results);
});

it("an accepted write is not reported as the effect of a rejected one", () => {
  expect(judge([accepted(resourceAt("14"))], accepted(resourceAt("14")))).toEqual({
    [status]: "violated",
  });
});

it("versions must not be reused", () => {
  const written = ["1", "2", "1"].map((version) => writtenAt(version));
  const step = stepWith(accepted(resourceAt("1")), 9);
  const settled = settledWith();
  const observed = { written, before: step, attempts: [], after: step, settled };

  expect(openResults(longReplacedVersionsConflict.judge(observed, strictTarget))).toEqual({
    "concurrency.versions-advance": "violated",
  });
});

it("rejected writes must not change the object", () => {
  expect(judge([refused("conflict")], accepted(resourceAt("14")))).toEqual({
    "isolation.refused-write-changes-nothing": "violated",
  });
});
