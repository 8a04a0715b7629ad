import { intAt } from "../history/columns.ts";
import type { Demands } from "./demands.ts";
import { planLives, type Plan } from "./incarnation-plan.ts";
import type { Model } from "./model.ts";
import { initially, none } from "./object-history.ts";

/** Used instead of a version if the object is absent. */
export const absentState = -1;

export const hiddenState = -2;

/** The states of an object in one possible order, numbered from 0. */
export interface StateOrder {
  readonly count: number;
  /** The version of each state, or `absentState` or `hiddenState`. */
  readonly node: Int32Array;
  readonly incarnation: Int32Array;
  readonly stateOf: Int32Array;
  /** The state after each delete, and after each creation whose version was not observed, by operation. */
  readonly madeBy: ReadonlyMap<number, number>;
  readonly isForced: boolean;
}

/**
 * Orders the states of an object: by version if versions are comparable, otherwise by zone. If any order explains all
 * reads and writes, the zone order does. Refusals may need a different order. Returns undefined if the incarnation of a
 * state or the end of an incarnation is unknown.
 */
export function orderStates(model: Model, demands: Demands): StateOrder | undefined {
  const plan = planLives(model, demands);
  return plan === undefined ? undefined : layOut(model, plan);
}

function layOut(model: Model, plan: Plan): StateOrder {
  const { view, chains, incarnations } = model;
  const layout = new Layout(chains.nodes.length + 2 * incarnations.all.length + 1, view.nodeCount);
  if (view.initial === none) layout.push(absentState, none);
  for (const { number, chains: own, deleter } of plan.incarnations) {
    const creator = incarnations.all[number]?.creator ?? initially;
    if (creator !== initially && intAt(view.after, creator) === none) {
      layout.pushMade(hiddenState, number, creator);
    }
    for (const chain of own) {
      const end = intAt(chains.starts, chain + 1);
      for (let at = intAt(chains.starts, chain); at < end; at += 1) {
        layout.push(intAt(chains.nodes, at), number);
      }
    }
    if (deleter !== none) layout.pushMade(absentState, none, deleter);
  }
  return layout.order(plan.isForced);
}

class Layout {
  #count = 0;
  readonly #node: Int32Array;
  readonly #life: Int32Array;
  readonly #stateOf: Int32Array;
  readonly #madeBy = new Map<number, number>();

  constructor(states: number, nodes: number) {
    this.#node = new Int32Array(states);
    this.#life = new Int32Array(states);
    this.#stateOf = new Int32Array(nodes).fill(none);
  }

  push(node: number, incarnation: number): void {
    this.#node[this.#count] = node;
    this.#life[this.#count] = incarnation;
    if (node >= 0) this.#stateOf[node] = this.#count;
    this.#count += 1;
  }

  pushMade(node: number, incarnation: number, maker: number): void {
    this.#madeBy.set(maker, this.#count);
    this.push(node, incarnation);
  }

  order(isForced: boolean): StateOrder {
    return {
      count: this.#count,
      node: this.#node,
      incarnation: this.#life,
      stateOf: this.#stateOf,
      madeBy: this.#madeBy,
      isForced,
    };
  }
}
