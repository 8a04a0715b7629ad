import * as fc from "fast-check";
import type { CheckContext } from "../session/check.ts";
import { itemAt } from "./choices.ts";
import type { Choices } from "./choices.ts";
import type { Move, StatusChoice } from "./move.ts";
import { lives, reads, specWrites, statusPatches, statusWrites, watches } from "./moves.ts";
import type { MoveOptions, Weighted } from "./moves.ts";

/**
 * Sequences of up to `length` moves. Most of them alternate between a few moves, because many failures appear only if a
 * move is repeated after a different move.
 */
export function sequences(options: MoveOptions, length: number): fc.Arbitrary<readonly Move[]> {
  const writes = [...statusWrites(options), ...specWrites(options)];
  const all = [...writes, ...lives(options), ...reads(options)];
  const right = [...statusWrites(options, "right"), ...specWrites(options, "right")];
  const rival = [...statusWrites(options, "rival"), ...specWrites(options, "rival")];
  // Includes other writes, because without a status a JSON patch has nothing to change.
  const patches = statusPatches(options, "right").map(({ arbitrary }) =>
    twiceAmong(anyOf([{ weight: 24, arbitrary }, ...statusWrites(options, "right")]), length),
  );
  const themes = [
    fc.array(fc.oneof(...all), { minLength: 1, maxLength: length, size: "max" }),
    roundsAmong(anyOf(all), length),
    roundsAmong(anyOf(writes), length),
    roundsAmong(anyOf(statusWrites(options)), length),
    roundsAmong(anyOf([...lives(options), ...right, ...watches(options)]), length),
    roundsAmong(oneOfEach(right), length),
    roundsAmong(oneOfEach(rival), length),
  ].map((arbitrary) => ({ weight: 2, arbitrary }));
  // There are many patch types, and most defects affect only one of them.
  const any = fc.oneof(...themes, ...patches.map((arbitrary) => ({ weight: 1, arbitrary })));
  // Moves on one object affect each other. With two objects, a write to one may wrongly affect the other.
  return fc
    .tuple(fc.constantFrom(true, true, false), any)
    .map(([isOfOne, moves]) => (isOfOne ? moves.map(onFirst) : moves));
}

/** Generates sequences of up to `length` moves in which one object is deleted and recreated. */
export function lifeSequences(options: MoveOptions, length: number): fc.Arbitrary<readonly Move[]> {
  const changes = specWrites(options, "right").map(({ arbitrary }) => ({ weight: 1, arbitrary }));
  const any = roundsAmong(anyOf([...lives(options), ...changes]), length);
  return any.map((moves) => moves.map(onFirst));
}

function onFirst(move: Move): Move {
  return "slot" in move ? { ...move, slot: 0 } : move;
}

function anyOf(sorts: readonly Weighted[]): fc.Arbitrary<readonly Move[]> {
  return fc.array(fc.oneof(...sorts), { minLength: 2, maxLength: 6, size: "max" });
}

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

/**
 * Sequences in which each move is repeated immediately, because many defects appear only directly after a failed move.
 */
function twiceAmong(
  pool: fc.Arbitrary<readonly Move[]>,
  length: number,
): fc.Arbitrary<readonly Move[]> {
  const rounds = roundsAmong(pool, Math.max(5, Math.floor(length / 2)));
  return rounds.map((moves) => moves.flatMap((move) => [move, move]).slice(0, length));
}

/** Returns the choices for a status write: its fields, and null for some of them if null clears a field. */
export function statusChoices({
  target,
}: Pick<CheckContext, "target">): Readonly<Record<keyof StatusChoice, fc.Arbitrary<number>>> {
  const bits = fc.nat({ max: 255 });
  const clears = target.semantics.nullMembers === "cleared";
  return {
    sample: fc.nat({ max: 2 }),
    members: fc.oneof(bits, fc.constantFrom(0, 1, 2, 4, 8)),
    nulls: clears ? fc.oneof(fc.constant(0), bits) : fc.constant(0),
  };
}

/** Generates between one and `most` rounds. Most inputs alternate between two or three different rounds. */
export function roundsOf<Round extends Choices>(
  round: fc.Arbitrary<Round>,
  most: number,
): fc.Arbitrary<readonly Round[]> {
  const free = fc.array(round, { minLength: 1, maxLength: most, size: "max" });
  const few = fc.array(round, { minLength: 2, maxLength: 3, size: "max" });
  const picks = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: most, size: "max" });
  const again = fc
    .tuple(few, picks)
    .map(([pool, order]) => order.map((pick) => itemAt(pool, pick)));
  return fc.oneof({ weight: 1, arbitrary: free }, { weight: 3, arbitrary: again });
}
