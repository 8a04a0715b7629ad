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
  const trials = { tried, isUidUndeclared: false };
  expect(openResults(staleDeletionConflicts.judge(trials, strictTarget))).toEqual(results);
});

it("nothing is decided if the right version is refused as well", () => {
  const trial = trialWith({ attempt: refused("conflict"), control: refused("conflict") });
  const trials = { tried: [{ because: "stale", trial }], isUidUndeclared: false };
  const findings = staleDeletionConflicts.judge(trials, strictTarget);
  expect(openResults(findings)).toEqual({ [requirement]: "undecided" });
});

it.each([
  {
    isUidUndeclared: false,
    note: "no delete operation accepts a version, or accepts both a name and a uid",
  },
  {
    isUidUndeclared: true,
    note: "no delete operation accepts a version, and precondition.uid is not declared",
  },
])("nothing is judged without a precondition: $note", ({ isUidUndeclared, note }) => {
  const trials = { tried: [], isUidUndeclared };
  const [finding] = staleDeletionConflicts.judge(trials, strictTarget);
  expect(finding).toMatchObject({ requirement, instances: 0, note });
});
