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
  const findings = staleByEachChange.judge({ tried, kept: [] }, strictTarget);
  expect(openResults(findings)).toEqual(results);
});

it("leaves only its own requirement undecided if a write could not be sent", () => {
  const unsent = trialWith({ attempt: { result: "unsupported", detail: "hooks check nothing" } });
  const recreated = "concurrency.old-incarnation-write-conflicts";
  const tried = ([requirement, recreated] as const).map((one) => ({
    requirement: one,
    because,
    trial: unsent,
  }));
  const findings = staleByEachChange.judge({ tried, kept: [] }, strictTarget);
  expect(openResults(findings)).toEqual({ [requirement]: "undecided" });
});

it.each([
  { spec: { size: 2 }, results: { "concurrency.version-changes-with-content": "violated" } },
  { spec: { size: 1 }, results: {} },
])("a change that kept the version, with the spec $spec", ({ spec, results }) => {
  const kept = [
    {
      before: { exchange: 1, object: resourceAt("1") },
      after: { exchange: 2, object: resourceAt("1", { spec }) },
    },
  ];
  const findings = staleByEachChange.judge({ tried: [], kept }, strictTarget);
  expect(openResults(findings)).toEqual(results);
});

it("requirements without such a write have no instance", () => {
  const findings = staleByEachChange.judge({ tried: [], kept: [] }, strictTarget);
  expect(openResults(findings)).toEqual({});
  expect(findings.every((finding) => "instances" in finding && finding.instances === 0)).toBe(true);
});
