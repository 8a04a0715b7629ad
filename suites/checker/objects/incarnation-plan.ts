import { intAt } from "../history/columns.ts";
import { deleterOf, TakenDeletes } from "./deleters.ts";
import type { Demands } from "./demands.ts";
import type { Model } from "./model.ts";
import { none } from "./object-history.ts";
import { orderOf } from "../history/order.ts";
import { chainsByRank } from "./rank-order.ts";
import { placeOf, precedes, zonesOf, type AllZones, type Zones } from "./zones.ts";

export interface PlannedIncarnation {
  readonly number: number;
  readonly chains: readonly number[];
  /** The delete that ended the incarnation; `none` if the incarnation did not end. */
  readonly deleter: number;
}

export interface Plan {
  readonly incarnations: readonly PlannedIncarnation[];
  /** Whether this is the only possible order. */
  readonly isForced: boolean;
}

/** Plans the order of incarnations and chains. Returns undefined if any position is unknown. */
export function planLives(model: Model, demands: Demands): Plan | undefined {
  const { incarnations, chains, view } = model;
  if (!incarnations.isPlaced) return undefined;
  const [only] = incarnations.all;
  if (incarnations.all.length === 1 && chains.count === 1 && only !== undefined) {
    return { incarnations: [{ number: 0, chains: [0], deleter: only.deleter }], isForced: true };
  }
  const zones = view.ranks === undefined ? zonesOf(model, demands) : undefined;
  const inOrder =
    zones === undefined ? chainsByRank(model) : orderByZone(zones.chains, chains.count);
  const chainsOf = chainsOfIncarnations(model, inOrder);
  const order = zones === undefined ? [...chainsOf.keys()] : livesByZone(model, zones.incarnations);
  if (order.length < incarnations.all.length) return undefined;
  const planned = endIncarnations(model, order, chainsOf);
  if (planned === undefined) return undefined;
  return { incarnations: planned, isForced: zones === undefined || isForced(planned, zones) };
}

function orderByZone(zones: Zones, count: number): Int32Array {
  return orderOf(Float64Array.from({ length: count }, (_, group) => placeOf(zones, group)));
}

function chainsOfIncarnations(
  { view, chains, incarnations }: Model,
  inOrder: Int32Array,
): ReadonlyMap<number, number[]> {
  const chainsOf = new Map<number, number[]>();
  for (const chain of inOrder) {
    const incarnation = intAt(incarnations.incarnationOf, chain);
    const own = chainsOf.get(incarnation);
    const head = intAt(chains.nodes, intAt(chains.starts, chain));
    const isFirst = intAt(view.maker, head) === incarnations.all[incarnation]?.creator;
    if (own === undefined) chainsOf.set(incarnation, [chain]);
    else if (isFirst) own.unshift(chain);
    else own.push(chain);
  }
  return chainsOf;
}

/** Sorts incarnations by zone. If no delete can have ended an incarnation, it comes last. */
function livesByZone(model: Model, zones: Zones): readonly number[] {
  const order = [...orderByZone(zones, model.incarnations.all.length)];
  const isEndless = (number: number): boolean => {
    const incarnation = model.incarnations.all[number];
    return incarnation !== undefined && deleterOf(model, incarnation, new TakenDeletes()) === none;
  };
  return [...order.filter((number) => !isEndless(number)), ...order.filter(isEndless)];
}

function endIncarnations(
  model: Model,
  order: readonly number[],
  chainsOf: ReadonlyMap<number, readonly number[]>,
): readonly PlannedIncarnation[] | undefined {
  const taken = new TakenDeletes();
  const planned: PlannedIncarnation[] = [];
  for (const [at, number] of order.entries()) {
    const incarnation = model.incarnations.all[number];
    if (incarnation === undefined) return undefined;
    const isLast = at === order.length - 1;
    const deleter = isLast ? incarnation.deleter : deleterOf(model, incarnation, taken);
    if (deleter === none && !isLast) return undefined;
    taken.take(deleter);
    const chains = endWith(model, chainsOf.get(number) ?? [], deleter);
    if (chains === undefined) return undefined;
    planned.push({ number, chains, deleter });
  }
  return planned;
}

/**
 * Moves the chain with the deleted version to the end. Returns undefined if it cannot be the last: versions contradict
 * this order, or the chain starts the incarnation.
 */
function endWith(
  { view, chains }: Model,
  own: readonly number[],
  deleter: number,
): readonly number[] | undefined {
  const before = deleter === none ? none : intAt(view.before, deleter);
  if (before === none || own.length < 2) return own;
  const last = intAt(chains.chainOf, before);
  if (last === own.at(-1)) return own;
  if (last === own[0] || view.ranks !== undefined) return undefined;
  return [...own.filter((chain) => chain !== last), last];
}

function isForced(planned: readonly PlannedIncarnation[], zones: AllZones): boolean {
  const areIncarnationsForced = isEachForced(
    planned.map(({ number }) => number),
    zones.incarnations,
  );
  return (
    areIncarnationsForced &&
    planned.every((incarnation) => isEachForced(incarnation.chains, zones.chains))
  );
}

function isEachForced(groups: readonly number[], zones: Zones): boolean {
  return groups.every((group, i) => {
    const next = groups[i + 1];
    return next === undefined || precedes(zones, group, next);
  });
}
