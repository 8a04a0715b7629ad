import * as fc from "fast-check";
import { itemAt } from "./choices.ts";
import type { Move } from "./move.ts";
import { lives, reads, specWrites, statusWrites, watches } from "./moves.ts";
import type { MoveOptions, Weighted } from "./moves.ts";

/**
 * Sequences of moves, up to `length` of them. Most have a theme, and go round among a few moves: much goes
 * wrong only when the same is done again, after something else.
 */
export function sequences(options: MoveOptions, length: number): fc.Arbitrary<readonly Move[]> {
  const writes = [...statusWrites(options), ...specWrites(options)];
  const all = [...writes, ...lives(options), ...reads(options)];
  const right = [...statusWrites(options, "right"), ...specWrites(options, "right")];
  const rival = [...statusWrites(options, "rival"), ...specWrites(options, "rival")];
  const any = fc.oneof(
    fc.array(fc.oneof(...all), { minLength: 1, maxLength: length, size: "max" }),
    roundsAmong(anyOf(all), length),
    roundsAmong(anyOf(writes), length),
    roundsAmong(anyOf(statusWrites(options)), length),
    roundsAmong(anyOf([...lives(options), ...right, ...watches(options)]), length),
    roundsAmong(oneOfEach(right), length),
    roundsAmong(oneOfEach(rival), length),
  );
  // On one object the moves meet; on two they show what one has to do with the other.
  return fc
    .tuple(fc.constantFrom(true, true, false), any)
    .map(([isOfOne, moves]) => (isOfOne ? moves.map(onFirst) : moves));
}

/** Sequences in which one object comes and goes, up to `length` moves. */
export function lifeSequences(options: MoveOptions, length: number): fc.Arbitrary<readonly Move[]> {
  const changes = specWrites(options, "right").map(({ arbitrary }) => ({ weight: 1, arbitrary }));
  const any = roundsAmong(anyOf([...lives(options), ...changes]), length);
  return any.map((moves) => moves.map(onFirst));
}

function onFirst(move: Move): Move {
  return "slot" in move ? { ...move, slot: 0 } : move;
}

/** A few moves of any of these sorts. */
function anyOf(sorts: readonly Weighted[]): fc.Arbitrary<readonly Move[]> {
  return fc.array(fc.oneof(...sorts), { minLength: 2, maxLength: 6, size: "max" });
}

/** One move of each of these sorts. */
function oneOfEach(sorts: readonly Weighted[]): fc.Arbitrary<readonly Move[]> {
  return fc.tuple(...sorts.map(({ arbitrary }) => arbitrary));
}

function roundsAmong(
  pool: fc.Arbitrary<readonly Move[]>,
  length: number,
): fc.Arbitrary<readonly Move[]> {
  const picks = fc.array(fc.nat({ max: 59 }), { minLength: 5, maxLength: length, size: "max" });
  return fc.tuple(pool, picks).map(([moves, order]) => order.map((pick) => itemAt(moves, pick)));
}
