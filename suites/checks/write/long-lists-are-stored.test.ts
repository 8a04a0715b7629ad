import { expect, it } from "vitest";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { longListsAreStored } from "./long-lists-are-stored.ts";

const requirement = "write.stores-submitted-status";

const write = stepWith(accepted(resourceAt("2")), 1);

function reportWith(status: object) {
  const read = stepWith(accepted(resourceAt("2", { status: { ...status } })), 2);
  return { member: "nodes", size: 26, write, read };
}

const whole = Array.from({ length: 26 }, (_, index) => `n${index}`);

it.each([
  { why: "whole", status: { nodes: whole }, result: "held" },
  { why: "in another order", status: { nodes: whole.toReversed() }, result: "held" },
  { why: "cut", status: { nodes: whole.slice(0, 20) }, result: "violated" },
  { why: "not at all", status: {}, result: "violated" },
])("a long list that is shown $why: $result", ({ status, result }) => {
  const findings = longListsAreStored.judge([reportWith(status)], strictTarget);

  expect(resultsOf(findings, requirement)).toEqual([result]);
});

it("a rejected list decides nothing", () => {
  const tooLong = { member: "nodes", size: 26, write: stepWith(refused("invalid"), 1) };

  expect(longListsAreStored.judge([tooLong], strictTarget)).toMatchObject([
    { result: "held", instances: 0 },
  ]);
});

it("a write without a response is errored", () => {
  const lost = { member: "nodes", size: 26, write: stepWith(noReply, 1) };

  expect(resultsOf(longListsAreStored.judge([lost], strictTarget), requirement)).toEqual([
    "errored",
  ]);
});
