import { intAt } from "../history/columns.ts";
import type { Demands } from "./demands.ts";
import type { Model } from "./model.ts";
import { initially, none } from "./object-history.ts";
import { role, silent } from "./roles.ts";

/** A position later than any event. */
export const never = 2 ** 31 - 1;

/**
 * The intervals in which the states of each group (a chain or an incarnation) certainly existed, as positions in the
 * event order.
 */
export interface Zones {
  /** The first return of an operation that needs the group; `never` if there is none. */
  readonly firstReturn: Int32Array;
  /** The last invocation of an operation that needs the group; -1 if there is none. */
  readonly lastInvoke: Int32Array;
}

export interface AllZones {
  readonly chains: Zones;
  readonly incarnations: Zones;
}

export function zonesOf(model: Model, { relaxed, end }: Demands): AllZones {
  const { view, chains, incarnations } = model;
  const zones = {
    chains: emptyZones(chains.count),
    incarnations: emptyZones(incarnations.all.length),
  };
  const endedBy = new Map(
    incarnations.all.map((incarnation, number) => [incarnation.deleter, number]),
  );
  for (let at = 0; at < end; at += 1) {
    const code = intAt(view.events, at);
    const op = code >> 1;
    if (relaxed[op] === 1 || intAt(view.role, op) === silent) continue;
    const isReturn = (code & 1) === 1;
    const chain = chainOf(model, op);
    if (chain !== none) note(zones.chains, chain, isReturn ? at : -at - 1);
    const incarnation = incarnationOf(model, { op, chain, endedBy });
    if (incarnation !== none) note(zones.incarnations, incarnation, isReturn ? at : -at - 1);
  }
  if (view.initial !== none) markInitial(model, zones);
  return zones;
}

/** Returns the sort key of a group. Sorting by it results in a possible order of the groups. */
export function placeOf({ firstReturn, lastInvoke }: Zones, group: number): number {
  const invoke = intAt(lastInvoke, group);
  return invoke === -1 ? intAt(firstReturn, group) : Math.min(intAt(firstReturn, group), invoke);
}

/**
 * Whether a group must precede another one: its first return is before the other's last invocation (Gibbons and Korach,
 * generalized from single states to groups).
 */
export function precedes(
  { firstReturn, lastInvoke }: Zones,
  group: number,
  other: number,
): boolean {
  return intAt(firstReturn, group) < intAt(lastInvoke, other);
}

function chainOf({ view, chains }: Model, op: number): number {
  const of = intAt(view.role, op);
  const node = of === role.delete ? intAt(view.before, op) : intAt(view.after, op);
  return node === none ? none : intAt(chains.chainOf, node);
}

interface Place {
  readonly op: number;
  readonly chain: number;
  readonly endedBy: ReadonlyMap<number, number>;
}

function incarnationOf({ view, incarnations }: Model, { op, chain, endedBy }: Place): number {
  if (intAt(view.role, op) === role.delete) return endedBy.get(op) ?? none;
  return chain === none ? none : intAt(incarnations.incarnationOf, chain);
}

function emptyZones(count: number): Zones {
  return {
    firstReturn: new Int32Array(count).fill(never),
    lastInvoke: new Int32Array(count).fill(-1),
  };
}

/** Records the position of a return or, as `-1 - position`, of an invocation. */
function note({ firstReturn, lastInvoke }: Zones, group: number, place: number): void {
  if (place < 0) lastInvoke[group] = -place - 1;
  else if (intAt(firstReturn, group) === never) firstReturn[group] = place;
}

/** Records the initial state as if it had returned before every event. */
function markInitial({ view, chains, incarnations }: Model, zones: AllZones): void {
  zones.chains.firstReturn[intAt(chains.chainOf, view.initial)] = -1;
  const incarnation = incarnations.all.findIndex(({ creator }) => creator === initially);
  if (incarnation !== none) zones.incarnations.firstReturn[incarnation] = -1;
}
