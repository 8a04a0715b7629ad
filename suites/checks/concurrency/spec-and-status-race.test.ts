import { expect, it } from "vitest";
import type { Outcome } from "#contract";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { otherSpec, specAndStatusRace } from "./spec-and-status-race.ts";

const requirement = "concurrency.spec-and-status-share-the-version";

const won = accepted(resourceAt("2", { spec: { size: 2 } }));
const lost = refused("conflict");

function roundOf(...outcomes: readonly Outcome[]) {
  const writes = outcomes.map((outcome, index) => stepWith(outcome, index + 1));
  return { writes, after: stepWith(won, 9) };
}

it.each([
  { why: "one is accepted", outcomes: [won, lost, lost], result: "held" },
  {
    why: "one is accepted, with a shared response for the others",
    outcomes: [won, refused("notFound", { alsoFor: ["conflict"] }), lost],
    result: "held",
  },
  { why: "two are accepted", outcomes: [won, accepted(resourceAt("3")), lost], result: "violated" },
  {
    why: "the accepted one is erased",
    outcomes: [lost, accepted(resourceAt("3")), lost],
    result: "violated",
  },
  { why: "all conflict", outcomes: [lost, lost, lost], result: "undecided" },
  { why: "one is invalid", outcomes: [won, refused("invalid"), lost], result: "undecided" },
  { why: "one gets no response", outcomes: [won, noReply, lost], result: "errored" },
])("concurrent spec and status writes, of which $why: $result", ({ outcomes, result }) => {
  const findings = specAndStatusRace.judge([roundOf(...outcomes)], strictTarget);

  expect(resultsOf(findings, requirement)).toEqual([result]);
});

it("a kind with a single sample spec shows nothing", () => {
  expect(specAndStatusRace.judge([], strictTarget)).toMatchObject([
    { result: "held", instances: 0 },
  ]);
});

const pod = (image: string) => ({ template: { containers: [{ name: "main", image }] } });

it("chooses a sample that changes the stored spec, which may contain defaults", () => {
  const stored = {
    template: { containers: [{ name: "main", image: "a", pull: "Always" }], restart: "Always" },
  };

  expect(otherSpec([pod("a"), pod("b")], stored)).toEqual(pod("b"));
  expect(otherSpec([pod("a")], stored)).toBeUndefined();
});
