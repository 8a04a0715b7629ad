import { expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { edgeRounds } from "./edge-rounds.ts";

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
