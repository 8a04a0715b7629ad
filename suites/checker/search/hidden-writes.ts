import { intAt } from "../history/columns.ts";
import type { Model } from "../objects/model.ts";
import { none } from "../objects/object-history.ts";
import { role } from "../objects/roles.ts";
import type { StateOrder } from "../objects/state-order.ts";

/**
 * Writes with an unknown outcome whose effect was not observed. Each may have created an intermediate state with its
 * own version, and that state may explain a refusal.
 */
export class HiddenWrites {
  readonly #model: Model;
  readonly #order: StateOrder;
  /** The first conditional write that may have replaced each version unobserved; `none` if there is none. */
  readonly #replacing: Int32Array;
  /** Unconditional writes, in the order of their invocation; each can be used once, at any position. */
  readonly #puts: readonly number[];
  #putsTaken = 0;
  readonly #makers = new Map<number, number>();
  /** 1 for versions that an effective delete expected: no other state came between the version and the delete. */
  readonly #isEnded: Uint8Array;

  constructor(model: Model, order: StateOrder) {
    const { view, unknowns } = model;
    this.#model = model;
    this.#order = order;
    this.#replacing = new Int32Array(view.nodeCount).fill(none);
    this.#isEnded = new Uint8Array(view.nodeCount);
    const unseen = unknowns.filter((op) => intAt(view.after, op) === none);
    for (const op of unseen.toReversed()) {
      const before = intAt(view.before, op);
      if (intAt(view.role, op) === role.unknownCas && before !== none) this.#replacing[before] = op;
    }
    this.#puts = unseen.filter((op) => intAt(view.role, op) === role.unknownPut);
    for (const [op, state] of order.madeBy) {
      this.#makers.set(state, op);
      const before = intAt(view.before, op);
      if (before !== none) this.#isEnded[before] = 1;
    }
  }

  /**
   * Uses a write that may have replaced the version of a state. Returns false if there is none. Operations with a
   * number above `invoked` have not started yet.
   */
  replace(state: number, invoked: number): boolean {
    const node = intAt(this.#order.node, state);
    if (node < 0 || intAt(this.#model.view.successor, node) !== none) return false;
    if (this.#isEnded[node] === 1) return false;
    const replacing = intAt(this.#replacing, node);
    if (replacing !== none && replacing <= invoked) return true;
    // If the object may already have reached the next state, that state also explains the refusal, without using a
    // write.
    if (this.#makerOf(state + 1) <= invoked) return false;
    const put = this.#puts[this.#putsTaken] ?? Infinity;
    if (put > invoked) return false;
    this.#putsTaken += 1;
    return true;
  }

  #makerOf(state: number): number {
    if (state >= this.#order.count) return Infinity;
    const node = intAt(this.#order.node, state);
    return node < 0 ? (this.#makers.get(state) ?? none) : intAt(this.#model.view.maker, node);
  }
}
