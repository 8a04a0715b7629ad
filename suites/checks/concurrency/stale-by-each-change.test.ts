import { expect, it } from "vitest";
import {
  accepted,
  openResults,
  refused,
  resourceAt,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { staleByEachChange } from "./stale-by-each-change.ts";

const requirement = "concurrency.stale-spec-write-conflicts";
const because = "a spec write replaced the version";

it.each([
  { attempt: refused("conflict"), results: {} },
  { attempt: refused("invalid"), results: { [requirement]: "violated" } },
  { attempt: accepted(resourceAt("3")), results: { [requirement]: "violated" } },
])("a write with a version that a change has replaced: $attempt.result", ({ attempt, results }) => {
  const tried = [{ requirement, because, trial: trialWith({ attempt }) }] as const;
  expect(openResults(staleByEachChange.judge(tried, strictTarget))).toEqual(results);
});

it("nothing is decided if the change kept the version", () => {
  const trial = trialWith({ attempt: accepted(resourceAt("3")) });
  const findings = staleByEachChange.judge(
    [{ requirement, because, isKept: true, trial }],
    strictTarget,
  );
  expect(openResults(findings)).toEqual({ [requirement]: "undecided" });
});

it("requirements without such a write have no instance", () => {
  const findings = staleByEachChange.judge([], strictTarget);
  expect(openResults(findings)).toEqual({});
  expect(findings.every((finding) => "instances" in finding && finding.instances === 0)).toBe(true);
});
