import { expect, it } from "vitest";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import type { ResourceParts } from "../testing/builders.ts";
import { scaleWriteKeepsStatus } from "./scale-write-keeps-status.ts";

const keepsStatus = "isolation.spec-write-never-changes-status";
const counts = "generation.counts-spec-changes";
const staleSpec = "concurrency.stale-spec-write-conflicts";
const staleStatusWrite = "concurrency.stale-status-write-conflicts";

const status = { num: 1 };
const before = accepted(resourceAt("1", { status }));
const conflict = trialWith({ attempt: refused("conflict") });
const nothingTried = { scalings: [], staleScalings: [], hasGeneration: true };

function scalingTo(parts: ResourceParts) {
  const after = accepted(resourceAt("2", { status, ...parts }));
  return {
    via: "scale.put",
    before: stepWith(before),
    write: stepWith(after, 2),
    after: stepWith(after, 3),
  };
}

const scaled = { spec: { size: 2 }, metadata: { generation: 2 } };

it.each([
  { why: "only the spec changed", parts: scaled, results: {} },
  { why: "nothing changed", parts: {}, results: {} },
  {
    why: "the status changed",
    parts: { ...scaled, status: { num: 2 } },
    results: { [keepsStatus]: "violated" },
  },
  {
    why: "the generation stayed the same",
    parts: { spec: { size: 2 } },
    results: { [counts]: "violated" },
  },
  {
    why: "only the generation changed",
    parts: { metadata: { generation: 2 } },
    results: { [counts]: "violated" },
  },
])("a write of the scale after which $why", ({ parts, results }) => {
  const observations = { ...nothingTried, scalings: [scalingTo(parts)] };
  expect(openResults(scaleWriteKeepsStatus.judge(observations, strictTarget))).toEqual(results);
});

it.each([
  { staleScalings: [conflict], staleStatus: conflict, results: {} },
  {
    staleScalings: [trialWith({ attempt: accepted(resourceAt("3")) })],
    staleStatus: conflict,
    results: { [staleSpec]: "violated" },
  },
  {
    staleScalings: [conflict],
    staleStatus: trialWith({ attempt: accepted(resourceAt("3")) }),
    results: { [staleStatusWrite]: "violated" },
  },
])("writes with a stale version", ({ results, ...trials }) => {
  const findings = scaleWriteKeepsStatus.judge({ ...nothingTried, ...trials }, strictTarget);
  expect(openResults(findings)).toMatchObject(results);
  expect(Object.values(openResults(findings))).toHaveLength(Object.keys(results).length);
});

it("judges no generation of objects without generations", () => {
  const scalings = [scalingTo({ ...scaled, metadata: {} })];
  const observations = { ...nothingTried, scalings, hasGeneration: false };
  expect(openResults(scaleWriteKeepsStatus.judge(observations, strictTarget))).toEqual({});
});

it("decides nothing without an accepted write of the scale", () => {
  const findings = scaleWriteKeepsStatus.judge(nothingTried, strictTarget);
  expect(openResults(findings)).toEqual({});
  expect(findings.every((finding) => "instances" in finding && finding.instances === 0)).toBe(true);
});

it("a lost read is an error", () => {
  const scaling = { ...scalingTo(scaled), after: stepWith(noReply, 3) };
  const findings = scaleWriteKeepsStatus.judge(
    { ...nothingTried, scalings: [scaling] },
    strictTarget,
  );
  expect(openResults(findings)).toEqual({ [keepsStatus]: "errored", [counts]: "errored" });
});
