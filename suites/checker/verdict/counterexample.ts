import { floatAt, intAt } from "../history/columns.ts";
import { decide, type Decision } from "../search/decide.ts";
import type { Demands } from "../objects/demands.ts";
import type { Violation } from "../search/frontier.ts";
import type { Model } from "../objects/model.ts";
import { none, rowOf, type ObjectHistory } from "../objects/object-history.ts";
import { isUnknown, isWrite, role, silent } from "../objects/roles.ts";
import type { SearchLimits } from "../search/search.ts";

const shrinking = {
  mostTrials: 400,
  /** Maximum number of processed events over all attempts. */
  mostEvents: 20_000_000,
  /** Maximum size of a counterexample for which the checker tests the omission of single operations. */
  mostSuspects: 12,
  search: { mostSteps: 50_000, mostConfigurations: 500 },
} as const satisfies { readonly search: SearchLimits; readonly [bound: string]: unknown };

export interface Counterexample {
  /** The operations of the counterexample. The first is the one at which the violation is detected. */
  readonly operations: readonly number[];
  /**
   * Omitting any one of these operations makes the object's history legal up to the event at which the violation is
   * detected.
   */
  readonly repairs: readonly number[];
}

/**
 * Shrinks a violation to a minimal counterexample: omits operations while the remaining history is not linearizable.
 * Also finds the operations whose omission makes the history legal up to the event at which the violation is detected.
 */
export function counterexampleOf(
  model: Model,
  demands: Demands,
  { violation, isSearched, hint }: Extract<Decision, { readonly result: "illegal" }>,
): Counterexample {
  const end = violation.at + 1;
  const trials = new Trials(model, { ...demands, end });
  const smallest = isSearched
    ? trials.shrink(trials.firstIllegal(seeds(trials.candidates, { violation, hint })))
    : trials.shrink(violation.operations);
  const shown = trials.ownEvidence(firstFirst(smallest, violation));
  const operations = [...shown, ...laterMakers(model, shown, end)];
  const isSmall = operations.length <= shrinking.mostSuspects;
  const repairs = operations.filter(
    (op) => isSmall && trials.isRepairedWithout(op, demands.relaxed),
  );
  return { operations, repairs };
}

/** Yields sets of operations from which to start shrinking: the most promising set first, and all operations last. */
function* seeds(
  candidates: readonly number[],
  { violation, hint }: { readonly violation: Violation; readonly hint: readonly number[] },
): Generator<readonly number[]> {
  yield hint.filter((op) => candidates.includes(op));
  const [shown = 0] = violation.operations;
  for (let width = 16; width < candidates.length; width *= 4) {
    yield candidates.filter((op) => Math.abs(op - shown) <= width);
  }
  yield candidates;
}

/**
 * Finds writes that started after the violation, although operations observed or expected the versions that they
 * created.
 */
function laterMakers({ view }: Model, shown: readonly number[], end: number): readonly number[] {
  const isInvoked = invokedBefore(view, end);
  const nodes = shown.flatMap((op) => [intAt(view.before, op), intAt(view.after, op)]);
  const makers = nodes.filter((node) => node !== none).map((node) => intAt(view.maker, node));
  return [...new Set(makers)].filter((op) => op >= 0 && isInvoked[op] === 0);
}

function invokedBefore(view: ObjectHistory, end: number): Uint8Array {
  const isInvoked = new Uint8Array(view.count);
  for (let at = 0; at < end; at += 1) isInvoked[intAt(view.events, at) >> 1] = 1;
  return isInvoked;
}

function ownBefore(view: ObjectHistory, read: number): readonly number[] {
  const { client, invoke, return: returned } = view.history.operations;
  const row = rowOf(view, read);
  let write: number | undefined;
  let ownRead: number | undefined;
  for (let op = read - 1; op >= 0 && write === undefined; op -= 1) {
    const other = rowOf(view, op);
    const isOwn = intAt(client, other) === intAt(client, row);
    if (!isOwn || floatAt(returned, other) >= floatAt(invoke, row)) continue;
    if (isWrite(intAt(view.role, op))) write = op;
    else if (intAt(view.role, op) === role.pinned) ownRead ??= op;
  }
  return [write, ownRead].filter((op) => op !== undefined);
}

function firstFirst(operations: readonly number[], violation: Violation): readonly number[] {
  const [first] = violation.operations;
  if (first === undefined || !operations.includes(first)) return operations;
  return [first, ...operations.filter((op) => op !== first)];
}

function canBeLeftOut(view: ObjectHistory, end: number): Uint8Array {
  const canLeave = invokedBefore(view, end);
  for (let op = 0; op < view.count; op += 1) {
    const of = intAt(view.role, op);
    const isUnseen = isUnknown(of) && intAt(view.after, op) === none;
    if (of === silent || isUnseen) canLeave[op] = 0;
  }
  return canLeave;
}

class Trials {
  readonly #model: Model;
  readonly #end: number;
  /** 1 for every operation that is already omitted or can be omitted. */
  readonly #without: Uint8Array;
  readonly candidates: readonly number[];
  #trials = 0;

  constructor(model: Model, { relaxed, end }: Demands) {
    this.#model = model;
    this.#end = end;
    const canLeave = canBeLeftOut(model.view, end);
    this.#without = canLeave.map((can, op) => (can === 1 || relaxed[op] === 1 ? 1 : 0));
    this.candidates = [...canLeave.keys()].filter((op) => canLeave[op] === 1 && relaxed[op] !== 1);
  }

  /** Returns the first set that is illegal by itself. If none is, returns the last set. */
  firstIllegal(parts: Iterable<readonly number[]>): readonly number[] {
    let last: readonly number[] = [];
    for (const part of parts) {
      last = part;
      if (part.length > 0 && this.#isIllegal(part)) return part;
    }
    return last;
  }

  shrink(operations: readonly number[]): readonly number[] {
    let kept = operations;
    for (let size = kept.length >> 1; size >= 1; size = size === 1 ? 0 : (size + 1) >> 1) {
      kept = this.#withoutRuns(kept, size);
    }
    return kept;
  }

  /** Prefers an operation by the same client. It contradicts a read most clearly. */
  ownEvidence(operations: readonly number[]): readonly number[] {
    const [read, other, more] = operations;
    if (read === undefined || other === undefined || more !== undefined) return operations;
    const { view } = this.#model;
    if (intAt(view.role, read) !== role.pinned) return operations;
    const own = ownBefore(view, read);
    const found = own.find((candidate) => this.#isIllegal([read, candidate]));
    return found === undefined ? operations : [read, found];
  }

  isRepairedWithout(op: number, relaxed: Uint8Array): boolean {
    const more = relaxed.slice();
    more[op] = 1;
    const { mostSteps, mostConfigurations } = shrinking.search;
    const limits = { mostSteps: mostSteps + 20 * this.#end, mostConfigurations };
    return decide(this.#model, { relaxed: more, end: this.#end }, limits).result === "legal";
  }

  #withoutRuns(operations: readonly number[], size: number): readonly number[] {
    let kept = operations;
    let start = 0;
    while (start < kept.length) {
      const rest = [...kept.slice(0, start), ...kept.slice(start + size)];
      if (rest.length > 0 && this.#isIllegal(rest)) kept = rest;
      else start += size;
    }
    return kept;
  }

  #isIllegal(operations: readonly number[]): boolean {
    const isSpent =
      this.#trials >= shrinking.mostTrials || this.#trials * this.#end >= shrinking.mostEvents;
    if (isSpent) return false;
    this.#trials += 1;
    const relaxed = this.#without.slice();
    for (const op of operations) relaxed[op] = 0;
    const demands = { relaxed, end: this.#end };
    return decide(this.#model, demands, shrinking.search).result === "illegal";
  }
}
