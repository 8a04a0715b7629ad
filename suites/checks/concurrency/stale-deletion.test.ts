import { expect, it } from "vitest";
import {
  openResults,
  refused,
  accepted,
  resourceAt,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { staleDeletionConflicts } from "./stale-deletion-conflicts.ts";

const requirement = "concurrency.stale-deletion-conflicts";

it.each([
  { attempt: refused("conflict"), results: {} },
  { attempt: refused("notFound"), results: { [requirement]: "violated" } },
  { attempt: accepted(resourceAt("3")), results: { [requirement]: "violated" } },
  { attempt: { result: "done" } as const, results: { [requirement]: "violated" } },
])("a deletion with a stale version: $attempt.result", ({ attempt, results }) => {
  const tried = [{ because: "the version was replaced", trial: trialWith({ attempt }) }];
  expect(openResults(staleDeletionConflicts.judge(tried, strictTarget))).toEqual(results);
});

it.each([
  { attempt: refused("conflict"), results: {} },
  { attempt: refused("notFound"), results: {} },
  { attempt: refused("invalid"), results: { [requirement]: "violated" } },
  { attempt: accepted(resourceAt("3")), results: { [requirement]: "violated" } },
])("a deletion with the uid of another object: $attempt.result", ({ attempt, results }) => {
  const isOtherUid = true as const;
  const tried = [{ because: "the uid is another", isOtherUid, trial: trialWith({ attempt }) }];
  expect(openResults(staleDeletionConflicts.judge(tried, strictTarget))).toEqual(results);
});

it("nothing is decided if the right version is rejected as well", () => {
  const trial = trialWith({ attempt: refused("conflict"), control: refused("conflict") });
  const findings = staleDeletionConflicts.judge([{ because: "stale", trial }], strictTarget);
  expect(openResults(findings)).toEqual({ [requirement]: "undecided" });
});

it("nothing is judged without a precondition", () => {
  const [finding] = staleDeletionConflicts.judge([], strictTarget);
  expect(finding).toMatchObject({ requirement, instances: 0 });
});
