import { intAt } from "../history/columns.ts";
import { versionAfter, type Chains } from "./version-chains.ts";
import type { Incarnation, Incarnations } from "./incarnations.ts";
import { none, rowOf, type ObjectHistory } from "./object-history.ts";
import { role } from "./roles.ts";
import { citeOperations } from "../history/cited-line.ts";
import { citeEffects, citeInitial } from "./cites.ts";
import type { Contradictions } from "../history/contradictions.ts";

export type UnknownDeletes = ReadonlyMap<number, readonly number[]>;

/** Groups the deletes with an unknown outcome by uid; those without a uid are under `none`. */
export function unknownDeletesOf(view: ObjectHistory, unknowns: readonly number[]): UnknownDeletes {
  const byUid = new Map<number, number[]>();
  for (const op of unknowns) {
    if (intAt(view.role, op) !== role.unknownDelete) continue;
    const uid = intAt(view.uid, op);
    const same = byUid.get(uid);
    if (same === undefined) byUid.set(uid, [op]);
    else same.push(op);
  }
  return byUid;
}

export interface Endings {
  readonly view: ObjectHistory;
  readonly chains: Chains;
  readonly incarnations: Incarnations;
  readonly unknownDeletes: UnknownDeletes;
}

/** Deletes that are attributed to an incarnation, so they did not end another one. */
export class TakenDeletes {
  readonly #taken = new Set<number>();
  /** Number of entries at the start of each list that are already attributed. */
  readonly #passed = new Map<number, number>();

  take(op: number): void {
    this.#taken.add(op);
  }

  /** Returns the first matching delete with the uid that is not attributed yet, or `none`. */
  find(deletes: UnknownDeletes, uid: number, isMeant: (op: number) => boolean): number {
    const list = deletes.get(uid) ?? [];
    let at = this.#passed.get(uid) ?? 0;
    while (at < list.length && this.#taken.has(list[at] ?? none)) at += 1;
    this.#passed.set(uid, at);
    for (; at < list.length; at += 1) {
      const op = list[at] ?? none;
      if (!this.#taken.has(op) && isMeant(op)) return op;
    }
    return none;
  }
}

/**
 * Returns the delete that ended an incarnation: the acknowledged one, or the first with an unknown outcome that may
 * have ended it. Returns `none` if there is none.
 */
export function deleterOf(endings: Endings, incarnation: Incarnation, taken: TakenDeletes): number {
  if (incarnation.deleter !== none) return incarnation.deleter;
  const isMeant = (op: number): boolean => canEnd(endings, incarnation, op);
  const named = taken.find(endings.unknownDeletes, incarnation.uid, isMeant);
  return named === none ? taken.find(endings.unknownDeletes, none, isMeant) : named;
}

function canEnd(
  { view, chains, incarnations }: Endings,
  incarnation: Incarnation,
  op: number,
): boolean {
  const before = intAt(view.before, op);
  if (before === none) return true;
  const chain = intAt(chains.chainOf, before);
  if (chain === none || versionAfter(view, before) !== none) return false;
  return incarnations.all[intAt(incarnations.incarnationOf, chain)] === incarnation;
}

/** Reports incarnations that no delete ended. Only the last incarnation of an object may lack a delete. */
export function refuseEndlessIncarnations(endings: Endings, contradictions: Contradictions): void {
  const { view, incarnations } = endings;
  if (incarnations.all.length < 2 || !incarnations.isPlaced) return;
  const endless = incarnations.all.filter(
    (incarnation) => deleterOf(endings, incarnation, new TakenDeletes()) === none,
  );
  const isInitialEndless = endless.some(({ creator }) => creator < 0);
  if (endless.length < 2 && !isInitialEndless) return;
  const creators = (isInitialEndless ? incarnations.all : endless).map(({ creator }) => creator);
  const rows = creators.filter((creator) => creator >= 0).map((creator) => rowOf(view, creator));
  const ended = incarnations.all
    .map(({ deleter }) => deleter)
    .filter((deleter) => deleter !== none);
  const also = [
    ...(isInitialEndless ? citeInitial(view) : []),
    ...citeEffects(view, creators),
    ...citeOperations(ended.map((op) => rowOf(view, op))),
  ];
  contradictions.addContradiction(() => ({
    type: "create-over-existing",
    rows: rows.toReversed(),
    also,
  }));
}
