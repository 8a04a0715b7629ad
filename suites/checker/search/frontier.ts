import { intAt } from "../history/columns.ts";
import type { Demands } from "../objects/demands.ts";
import type { HiddenWrites } from "./hidden-writes.ts";
import { none } from "../objects/object-history.ts";
import type { Model } from "../objects/model.ts";
import { isRefusal, isUnknown, isWrite, role } from "../objects/roles.ts";
import { absentState, type StateOrder } from "../objects/state-order.ts";

export interface Violation {
  /** Position of the event at which the violation is detected. */
  readonly at: number;
  /**
   * The unexplained operation, followed by those that prove that the object had passed every state that would explain
   * it.
   */
  readonly operations: readonly number[];
}

export interface Explanation {
  readonly order: StateOrder;
  /** Writes that may have created an unobserved state between two observed ones. */
  readonly hidden?: HiddenWrites;
}

/**
 * Runs the frontier algorithm. Processes events in time order, and maintains the smallest state that the object must
 * have reached. Each operation needs a state between its invocation and its return that explains it. At the return, the
 * frontier moves to the next such state; if there is none, the operation violates the order. Exact for the given order
 * of states, in linear time. With hidden writes, the absence of a violation is certain, but a reported violation is
 * only possible.
 */
export function violationOf(
  model: Model,
  explanation: Explanation,
  demands: Demands,
): Violation | undefined {
  return new Frontier(model, explanation, demands).run();
}

/** Counts the frontier in half steps: 2n denotes state n, and 2n + 1 an unobserved state between n and n + 1. */
class Frontier {
  readonly #model: Model;
  readonly #order: StateOrder;
  readonly #hidden: HiddenWrites | undefined;
  readonly #demands: Demands;
  /** The frontier at each operation's invocation, in half steps. */
  readonly #lowest: Int32Array;
  /** The operation that moved the frontier to each state. */
  readonly #reason: Int32Array;
  readonly #nextAbsent: Int32Array;
  readonly #nextPresent: Int32Array;

  constructor(model: Model, { order, hidden }: Explanation, demands: Demands) {
    this.#model = model;
    this.#order = order;
    this.#hidden = hidden;
    this.#demands = demands;
    this.#lowest = new Int32Array(model.view.count);
    this.#reason = new Int32Array(order.count).fill(none);
    this.#nextAbsent = nextStates(order, (node) => node === absentState);
    this.#nextPresent = nextStates(order, (node) => node !== absentState);
  }

  run(): Violation | undefined {
    const { events, role: roles } = this.#model.view;
    const { relaxed, end } = this.#demands;
    const lowest = this.#lowest;
    let frontier = 0;
    for (let at = 0; at < end; at += 1) {
      const code = intAt(events, at);
      const op = code >> 1;
      if (relaxed[op] === 1) continue;
      const of = intAt(roles, op);
      if ((code & 1) === 0) {
        lowest[op] = frontier;
        if (of < role.cas) continue;
        const made = this.#stateMadeBy(op, of);
        if (made !== none && frontier >= 2 * made) return this.#passed(at, op, made);
      } else {
        const next = isWrite(of)
          ? Math.max(frontier, 2 * this.#stateMadeBy(op, of))
          : this.#placeSeenBy(op, at, frontier);
        if (next < 0) return this.#unexplained(at, op);
        if (next <= frontier) continue;
        frontier = next;
        this.#reason[next >> 1] = op;
      }
    }
    return this.#tooEarly(frontier);
  }

  /** Returns a violation if a state was reached but its write starts after the last event that counts. */
  #tooEarly(frontier: number): Violation | undefined {
    const { events, eventCount, role: roles } = this.#model.view;
    const { relaxed, end } = this.#demands;
    for (let at = end; at < eventCount; at += 1) {
      const code = intAt(events, at);
      const op = code >> 1;
      const of = intAt(roles, op);
      if ((code & 1) === 1 || relaxed[op] === 1 || of < role.cas) continue;
      const made = this.#stateMadeBy(op, of);
      if (made !== none && frontier >= 2 * made) return this.#passed(end - 1, op, made);
    }
    return undefined;
  }

  #stateMadeBy(op: number, of: number): number {
    const node = intAt(this.#model.view.after, op);
    if (node !== none) return intAt(this.#order.stateOf, node);
    const isVersioned = of < role.delete || of === role.unknownCas || of === role.unknownPut;
    return isVersioned ? none : (this.#order.madeBy.get(op) ?? none);
  }

  /** Finds the first position that explains an observation, when its operation returns. Negative if there is none. */
  #placeSeenBy(op: number, at: number, frontier: number): number {
    const { view } = this.#model;
    const state = this.#stateSeenBy(op, intAt(view.role, op));
    const isReached = state !== none && 2 * state <= frontier;
    const before = intAt(view.before, op);
    if (!isReached && before !== none && this.#hidden !== undefined) {
      if ((frontier & 1) === 1) return frontier;
      const isNamed = intAt(this.#order.node, frontier >> 1) === before;
      if (isNamed && this.#hidden.replace(frontier >> 1, this.#invokedBy(at))) return frontier + 1;
    }
    return 2 * state;
  }

  #invokedBy(at: number): number {
    const { events } = this.#model.view;
    let invocation = at;
    while ((intAt(events, invocation) & 1) === 1) invocation -= 1;
    return intAt(events, invocation) >> 1;
  }

  /** Returns the first state that explains an observation. Starts at the frontier at the operation's invocation. */
  #stateSeenBy(op: number, of: number): number {
    const { view } = this.#model;
    const from = (intAt(this.#lowest, op) + 1) >> 1;
    switch (of) {
      case role.pinned: {
        const state = intAt(this.#order.stateOf, intAt(view.after, op));
        return state >= from ? state : none;
      }
      case role.absent:
        return intAt(this.#nextAbsent, from);
      case role.present:
        return intAt(this.#nextPresent, from);
      case role.conflict:
        return this.#presentExcept(from, intAt(view.before, op));
      case role.deleteConflict:
        return this.#unlikeDelete(from, op);
    }
    return from;
  }

  #presentExcept(from: number, node: number): number {
    const next = intAt(this.#nextPresent, from);
    if (next === none || intAt(this.#order.node, next) !== node) return next;
    return intAt(this.#nextPresent, next + 1);
  }

  #unlikeDelete(from: number, op: number): number {
    const { view, incarnations } = this.#model;
    const uid = intAt(view.uid, op);
    const before = intAt(view.before, op);
    if (uid === none) return this.#presentExcept(from, before);
    const next = intAt(this.#nextPresent, from);
    if (next === none) return none;
    const isNamed = incarnations.all[intAt(this.#order.incarnation, next)]?.uid === uid;
    if (!isNamed) return next;
    if (before !== none) return this.#presentExcept(from, before);
    const end = intAt(this.#nextAbsent, next);
    return end === none ? none : intAt(this.#nextPresent, end);
  }

  #passed(at: number, op: number, made: number): Violation {
    return { at, operations: [op, ...this.#causes(made)] };
  }

  #unexplained(at: number, op: number): Violation {
    const { view } = this.#model;
    const lowest = intAt(this.#lowest, op) >> 1;
    const isPinned = intAt(view.role, op) === role.pinned;
    const passed = isPinned ? intAt(this.#order.stateOf, intAt(view.after, op)) + 1 : lowest;
    return { at, operations: passed === 0 ? [op] : [op, ...this.#causes(passed)] };
  }

  /** Returns the operations that prove that the object had reached a state. */
  #causes(state: number): readonly number[] {
    const causes: number[] = [];
    let at = state;
    while (at >= 0) {
      const cause = this.#firstReasonFrom(at);
      if (cause === none) return causes;
      causes.push(cause);
      const of = intAt(this.#model.view.role, cause);
      const lowest = intAt(this.#lowest, cause) >> 1;
      // Only refusals depend on the frontier at their invocation. Other operations identify their state.
      if (!isRefusal(of) || isUnknown(of) || lowest === 0 || lowest >= at) return causes;
      at = lowest;
    }
    return causes;
  }

  #firstReasonFrom(state: number): number {
    for (let at = state; at < this.#order.count; at += 1) {
      if (intAt(this.#reason, at) !== none) return intAt(this.#reason, at);
    }
    return none;
  }
}

/** Finds the first matching state at or after each state, and after the end. `none` if there is none. */
function nextStates(order: StateOrder, isMeant: (node: number) => boolean): Int32Array {
  const next = new Int32Array(order.count + 1).fill(none);
  for (let state = order.count - 1; state >= 0; state -= 1) {
    next[state] = isMeant(intAt(order.node, state)) ? state : intAt(next, state + 1);
  }
  return next;
}
