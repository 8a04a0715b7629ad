import type { RequirementId } from "#contract";
import type { CheckContext } from "../session/check.ts";
import { attemptAll } from "./attempt.ts";
import type { Attempt, Attempting, Property } from "./attempt.ts";
import { withoutSome } from "./choices.ts";
import type { Move } from "./move.ts";

const usualTries = 400;

/** Number of simplifications that are played concurrently, so that the delays of a slow network overlap. */
const concurrency = 6;

/** The share of a case's time for simplifying a counterexample. */
const share = 0.3;

export interface Simplified<Input, Observed> {
  readonly best: Attempt<Input, Observed>;
  readonly tried: number;
}

/**
 * Shrinks a counterexample: repeatedly replaces it with the first simpler input that violates the same requirement.
 * Stops if there is none, or at the limit of inputs or time.
 */
export async function simplify<Input, Observed>(
  context: CheckContext,
  property: Property<Input, Observed>,
  failing: Attempt<Input, Observed>,
): Promise<Simplified<Input, Observed>> {
  const requirement = failing.judgement.violation?.requirement;
  const untilMs = performance.now() + context.limits.caseMs * share;
  const isLate = (): boolean => performance.now() >= untilMs;
  const mostTried = context.proofBudget.simplifications ?? usualTries;
  let best = failing;
  let tried = 0;
  let candidates = [...property.simpler(best.input)].entries();
  while (tried < mostTried && !isLate() && !context.signal.aborted) {
    const batch = [...take(candidates, Math.min(concurrency, mostTried - tried))];
    if (batch.length === 0) break;
    const { input, turns } = best.path;
    const attempts = await attemptAll(
      { context, property, isLate },
      batch.map(([turn, simpler]) => ({
        path: { input, turns: [...turns, turn] },
        input: simpler,
      })),
    );
    tried += attempts.length;
    const better = await firstConfirmed({ context, property, isLate }, attempts, requirement);
    if (better !== undefined) {
      best = better;
      candidates = [...property.simpler(best.input)].entries();
    }
  }
  return { best, tried };
}

async function firstConfirmed<Input, Observed>(
  attempting: Attempting<Input, Observed>,
  attempts: readonly Attempt<Input, Observed>[],
  requirement: RequirementId | undefined,
): Promise<Attempt<Input, Observed> | undefined> {
  const repeats = (attempting.property.confirmations ?? 1) - 1;
  const isBroken = ({ judgement }: Attempt<Input, Observed>): boolean =>
    judgement.violation?.requirement === requirement;
  for (const attempt of attempts.filter(isBroken)) {
    const candidates = Array.from({ length: repeats }, () => attempt);
    const again = await attemptAll(attempting, candidates);
    if (again.length === repeats && again.every(isBroken)) return attempt;
  }
  return undefined;
}

function* take<Item>(from: Iterator<Item>, count: number): Generator<Item> {
  for (let taken = 0; taken < count; taken += 1) {
    const next = from.next();
    if (next.done === true) return;
    yield next.value;
  }
}

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
