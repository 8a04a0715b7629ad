import { intAt } from "../history/columns.ts";
import type { Demands } from "../objects/demands.ts";
import type { Model } from "../objects/model.ts";
import { none } from "../objects/object-history.ts";
import { role } from "../objects/roles.ts";

/** The states that at least one operation needs. Other states may count as unobserved. */
export interface NeededStates {
  /**
   * 1 for chains that a required operation needs, and for chains that contain the create operation of a needed
   * incarnation.
   */
  readonly chains: Uint8Array;
  /** The uids of the incarnations to which the needed chains belong. */
  readonly uids: ReadonlySet<number>;
}

export function neededStates(model: Model, { relaxed, end }: Demands): NeededStates {
  const { view, chains, creators } = model;
  const needed = new Uint8Array(chains.count);
  const uids = new Set<number>();
  const need = (node: number): void => {
    const chain = node === none ? none : intAt(chains.chainOf, node);
    if (chain === none) return;
    needed[chain] = 1;
    uids.add(intAt(chains.uid, chain));
  };
  need(view.initial);
  for (let at = 0; at < end; at += 1) {
    const code = intAt(view.events, at);
    const op = code >> 1;
    if ((code & 1) === 1 || relaxed[op] === 1) continue;
    need(intAt(view.before, op));
    need(intAt(view.after, op));
    const of = intAt(view.role, op);
    const isDelete = of === role.delete || of === role.unknownDelete || of === role.deleteConflict;
    if (isDelete) uids.add(intAt(view.uid, op));
  }
  for (const uid of uids) {
    const creator = creators.get(uid) ?? none;
    if (creator >= 0) need(intAt(view.after, creator));
  }
  return { chains: needed, uids };
}
