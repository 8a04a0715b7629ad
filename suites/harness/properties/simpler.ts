import { withoutSome } from "./choices.ts";
import type { Move } from "./move.ts";

/**
 * Simplifications of a sequence, simplest first: sequences with moves omitted, from half of them down to one, then
 * sequences with one move simplified. Deterministic.
 */
export function* simplerSequences(moves: readonly Move[]): Generator<readonly Move[]> {
  yield* withoutSome(moves);
  for (const [index, move] of moves.entries()) {
    for (const plainer of plainerMoves(move)) yield moves.with(index, plainer);
  }
}

/** The simplest value of each choice, the most effective choice first. Each move has only some of these choices. */
const plainest = {
  identity: undefined,
  trial: false,
  version: "current",
  uid: "none",
  nulls: 0,
  held: false,
  format: "merge",
  firm: false,
  manager: 0,
  way: 0,
  sample: 0,
  spec: 0,
  value: 0,
  members: 0,
  back: 0,
  slot: 0,
} as const;

function plainerMoves(move: Move): readonly Move[] {
  const plainer = Object.entries(plainest).flatMap(([choice, value]): Move[] => {
    if (!Object.hasOwn(move, choice)) return [];
    return [{ ...move, [choice]: value ?? usualIdentity(move) }];
  });
  const text = JSON.stringify(move);
  return plainer.filter((variant) => JSON.stringify(variant) !== text);
}

function usualIdentity({ move }: Move): "author" | "controller" {
  return move === "write status" ? "controller" : "author";
}
