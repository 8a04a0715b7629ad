import { intAt } from "./columns.ts";
import { versionAfter, type Chains } from "./chains.ts";
import type { Life, Lives } from "./lives.ts";
import { none, type ObjectHistory } from "./object-history.ts";
import { role } from "./roles.ts";
import { rowOf, uidText } from "./texts.ts";
import type { Troubles } from "./trouble.ts";

/** Deletes of unknown outcome by the uid that they named, in the order of their invocation. */
export type UnknownDeletes = ReadonlyMap<number, readonly number[]>;

/** Sorts the deletes among writes of unknown outcome by uid; those without one are under `none`. */
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

/** What is needed to tell which delete ended an incarnation. */
export interface Endings {
  readonly view: ObjectHistory;
  readonly chains: Chains;
  readonly lives: Lives;
  readonly unknownDeletes: UnknownDeletes;
}

/**
 * The delete that ended an incarnation which did end: the acknowledged one, or the first of unknown
 * outcome that can have done it. `none` where there is none. `used` deletes ended another one.
 */
export function deleterOf(endings: Endings, life: Life, used: ReadonlySet<number>): number {
  if (life.deleter !== none) return life.deleter;
  for (const uid of [life.uid, none]) {
    const deletes = endings.unknownDeletes.get(uid) ?? [];
    const found = deletes.find((op) => !used.has(op) && canEnd(endings, life, op));
    if (found !== undefined) return found;
  }
  return none;
}

function canEnd({ view, chains, lives }: Endings, life: Life, op: number): boolean {
  const before = intAt(view.before, op);
  if (before === none) return true;
  const chain = intAt(chains.chainOf, before);
  if (chain === none || versionAfter(view, before) !== none) return false;
  return lives.all[intAt(lives.lifeOf, chain)] === life;
}

/** Only the last incarnation of an object can have been left without a delete. */
export function refuseEndlessLives(endings: Endings, troubles: Troubles): void {
  const { view, lives } = endings;
  if (lives.all.length < 2 || !lives.isPlaced) return;
  const endless = lives.all.filter((life) => deleterOf(endings, life, new Set()) === none);
  const isInitialEndless = endless.some(({ creator }) => creator < 0);
  if (endless.length < 2 && !isInitialEndless) return;
  const creators = (isInitialEndless ? lives.all : endless).map(({ creator }) => creator);
  const rows = creators.filter((creator) => creator >= 0).map((creator) => rowOf(view, creator));
  const uids = endless.map(({ uid }) => uidText(view, uid)).join(", ");
  const what = `nothing deleted the object (uid ${uids}) before it was created again`;
  troubles.addContradiction(() => ({
    type: "create-over-existing",
    rows: rows.toReversed(),
    what,
  }));
}
