import { describe, expect, it } from "vitest";
import {
  accepted,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { specAndStatusShareTheVersion } from "./spec-and-status-share-the-version.ts";

const conflict = refused("conflict");
const won = accepted(resourceAt("2", { status: { count: 1 } }));

const stale = trialWith({ attempt: conflict });
const passed = trialWith({ attempt: won, after: won });
const moving = trialWith({ attempt: conflict, after: won });
const repaired = trialWith({ attempt: conflict, control: refused("forbidden") });

describe("a version that another client replaced", () => {
  const shared = "concurrency.spec-and-status-share-the-version";
  const spec = "concurrency.stale-spec-write-conflicts";

  it.each([
    {
      name: "is stale for both",
      heldStatus: stale,
      heldSpec: stale,
      results: [["held", "held"], ["held"]],
    },
    {
      name: "is taken from a status write",
      heldStatus: passed,
      heldSpec: stale,
      results: [["violated", "held"], ["held"]],
    },
    {
      name: "is taken from a spec write",
      heldStatus: stale,
      heldSpec: passed,
      results: [["held", "violated"], ["violated"]],
    },
    {
      name: "was not replaced, because no status write was accepted",
      heldStatus: repaired,
      heldSpec: passed,
      results: [["undecided", "undecided"], ["undecided"]],
    },
    {
      name: "was replaced by the write that should have been rejected",
      heldStatus: { ...passed, control: undefined },
      heldSpec: passed,
      results: [["violated", "violated"], ["violated"]],
    },
    {
      name: "was perhaps not replaced, because there is no control",
      heldStatus: { ...stale, control: undefined },
      heldSpec: passed,
      results: [["held", "undecided"], ["undecided"]],
    },
  ])("$name", ({ heldStatus, heldSpec, results }) => {
    const { control, ...others } = heldStatus;
    const findings = specAndStatusShareTheVersion.judge(
      { heldStatus: control === undefined ? others : { ...others, control }, heldSpec },
      strictTarget,
    );

    expect([resultsOf(findings, shared), resultsOf(findings, spec)]).toEqual(results);
  });

  it("is reported by the write that should have replaced it", () => {
    const findings = specAndStatusShareTheVersion.judge(
      { heldStatus: repaired, heldSpec: passed },
      strictTarget,
    );

    expect(findings.slice(0, 3).map(({ evidence }) => evidence)).toEqual([[2, 4], [2], [2]]);
  });

  it.each([
    { heldStatus: moving, heldSpec: stale },
    { heldStatus: stale, heldSpec: moving },
  ])("changes nothing if it is rejected", (trials) => {
    expect(openResults(specAndStatusShareTheVersion.judge(trials, strictTarget))).toEqual({
      "isolation.refused-write-changes-nothing": "violated",
    });
  });
});

it("requires nothing of a spec write that cannot contain a version", () => {
  const findings = specAndStatusShareTheVersion.judge({ heldStatus: stale }, strictTarget);

  expect(resultsOf(findings, "concurrency.spec-and-status-share-the-version")).toEqual(["held"]);
  expect(findings).toContainEqual(
    expect.objectContaining({
      requirement: "concurrency.stale-spec-write-conflicts",
      instances: 0,
      note: "no spec write contains a version",
    }),
  );
});
