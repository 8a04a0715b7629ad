import { expect, it } from "vitest";
import type { JsonValue } from "#contract";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { edgeNumbersAreStored, edgeRounds } from "./edge-numbers-are-stored.ts";

const requirement = "write.stores-submitted-status";
const largest = 2_147_483_647;

function attemptWith(shown: number, outcome = accepted(resourceAt("2"))) {
  return {
    members: ["ready"],
    expected: { ready: largest },
    write: stepWith(outcome, 1),
    read: stepWith(
      accepted(resourceAt("2", { status: { ready: shown, other: "not the point" } })),
      2,
    ),
  };
}

it.each([
  { why: "is stored", shown: largest, result: "held" },
  { why: "wraps", shown: -1, result: "violated" },
  { why: "is rounded", shown: 2_147_483_648, result: "violated" },
])("a number that $why: $result", ({ shown, result }) => {
  const findings = edgeNumbersAreStored.judge([attemptWith(shown)], strictTarget);

  expect(resultsOf(findings, requirement)).toEqual([result]);
});

it("a rejected number decides nothing, and the next one is judged", () => {
  const { members, expected } = attemptWith(largest);
  const tooLarge = { members, expected, write: stepWith(refused("invalid"), 1) };

  expect(edgeNumbersAreStored.judge([tooLarge], strictTarget)).toMatchObject([
    { result: "held", instances: 0 },
  ]);
  const findings = edgeNumbersAreStored.judge([tooLarge, attemptWith(-1)], strictTarget);
  expect(resultsOf(findings, requirement)).toEqual(["violated"]);
});

it("a write without a response is errored", () => {
  const { members, expected } = attemptWith(largest);
  const lost = { members, expected, write: stepWith(noReply, 1) };

  expect(resultsOf(edgeNumbersAreStored.judge([lost], strictTarget), requirement)).toEqual([
    "errored",
  ]);
});

const int = { path: ["runs"], largest: 2 ** 31 - 1, isInList: false };
const long = { path: ["bytes"], largest: Number.MAX_SAFE_INTEGER, isInList: false };

function valuesOf(rounds: ReturnType<typeof edgeRounds>): readonly (readonly JsonValue[])[] {
  return rounds.map((round) => round.map(({ value }) => value));
}

it("starts with the largest value of each field, even if another field has a narrower type", () => {
  expect(valuesOf(edgeRounds([int, long]))).toEqual([
    [int.largest, long.largest],
    [int.largest, int.largest],
    [65_536, 65_536],
    [256, 256],
  ]);
});

it("tries no value twice", () => {
  expect(valuesOf(edgeRounds([int]))).toEqual([[int.largest], [65_536], [256]]);
});
