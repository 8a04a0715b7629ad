import { intAt } from "../history/columns.ts";
import type { Chains } from "./chains.ts";
import type { Evidence } from "./evidence.ts";
import { addUid, initially, none, rowOf, type ObjectHistory } from "./object-history.ts";
import { role } from "./roles.ts";
import type { CitedLine } from "../history/cited-line.ts";
import { citeEffects, citeInitial, citeUid } from "./cites.ts";
import type { Contradiction, Contradictions } from "../history/contradictions.ts";

/** One incarnation of an object, from its creation to its deletion. */
export interface Life {
  uid: number;
  /** The operation that created the incarnation; `initially` for the initial incarnation. */
  readonly creator: number;
  /** The acknowledged delete that ended the incarnation; `none` if there is none. */
  deleter: number;
}

export interface Lives {
  readonly all: readonly Life[];
  /** The incarnation of each chain; `none` if unknown. */
  readonly lifeOf: Int32Array;
  /** Whether the incarnation of every chain and every delete is known. */
  readonly isPlaced: boolean;
  /** Whether a uid could belong to several creations. A different assignment might then avoid contradictions. */
  readonly isAmbiguous: boolean;
}

/** Assigns chains and deletes to incarnations. Impossible assignments are reported as contradictions. */
export function sortLives(view: ObjectHistory, chains: Chains, evidence: Evidence): Lives {
  if (!evidence.hasLife && view.initial !== none && view.uidCount <= 1) {
    return singleLife(view, chains);
  }
  const registry = new Registry(view, evidence);
  const named = new Set([...chains.uid, ...deletedUids(view)]);
  named.delete(none);
  registry.addCreated(chains);
  for (const uid of named) registry.adopt(uid, chains);
  const lifeOf = chains.uid.map((uid) => registry.lifeOf(uid));
  let isPlaced = placeNameless(lifeOf, registry.all);
  for (let op = 0; op < view.count; op += 1) {
    if (intAt(view.role, op) !== role.delete) continue;
    isPlaced = registry.end(op, lifeOf, chains) && isPlaced;
  }
  const { all, isAmbiguous } = registry;
  return { all, lifeOf, isPlaced, isAmbiguous };
}

function singleLife(view: ObjectHistory, chains: Chains): Lives {
  const uid = view.uidCount === 0 ? addUid(view, none) : 0;
  chains.uid.fill(uid);
  return {
    all: [{ uid, creator: initially, deleter: none }],
    lifeOf: new Int32Array(chains.count),
    isPlaced: true,
    isAmbiguous: false,
  };
}

function deletedUids(view: ObjectHistory): readonly number[] {
  const uids: number[] = [];
  for (let op = 0; op < view.count; op += 1) {
    if (intAt(view.role, op) === role.delete) uids.push(intAt(view.uid, op));
  }
  return uids;
}

/** Assigns chains without a uid to the incarnation if there is only one. Returns whether every chain is assigned. */
function placeNameless(lifeOf: Int32Array, lives: readonly Life[]): boolean {
  if (!lifeOf.includes(none)) return true;
  if (lives.length !== 1) return false;
  lifeOf.forEach((life, chain) => {
    if (life === none) lifeOf[chain] = 0;
  });
  return true;
}

class Registry {
  readonly all: Life[] = [];
  isAmbiguous = false;
  readonly #view: ObjectHistory;
  readonly #contradictions: Contradictions;
  readonly #byUid = new Map<number, number>();
  /**
   * Incarnations without a uid, with their first chain. The incarnations at indexes below `#named` have been assigned a
   * uid.
   */
  readonly #nameless: { readonly life: number; readonly chain: number }[] = [];
  #named = 0;
  #adopted = 0;
  readonly #lostCreates: number[];

  constructor(view: ObjectHistory, evidence: Evidence) {
    this.#view = view;
    this.#contradictions = evidence.contradictions;
    this.#lostCreates = evidence.unknowns.filter(
      (op) => intAt(view.role, op) === role.unknownCreate && intAt(view.after, op) === none,
    );
  }

  lifeOf(uid: number): number {
    return this.#byUid.get(uid) ?? none;
  }

  /** Adds the incarnations whose first version is known. An incarnation without a uid gets a generated uid. */
  addCreated(chains: Chains): void {
    for (let chain = 0; chain < chains.count; chain += 1) {
      const head = intAt(chains.nodes, intAt(chains.starts, chain));
      const creator = intAt(this.#view.maker, head);
      if (creator !== initially && !isCreate(this.#view, creator)) continue;
      const named = intAt(chains.uid, chain);
      if (named === none) this.#nameless.push({ life: this.all.length, chain });
      const uid = named === none ? addUid(this.#view, none) : named;
      chains.uid[chain] = uid;
      this.#add({ uid, creator, deleter: none });
    }
  }

  /** Assigns a uid, known only from other operations, to the creation that may have generated it. */
  adopt(uid: number, chains: Chains): void {
    if (this.#byUid.has(uid)) return;
    const nameless = this.#nameless[this.#named];
    const creator = this.#lostCreates[this.#adopted];
    const choices = this.#nameless.length - this.#named + this.#lostCreates.length - this.#adopted;
    if (choices > 1) this.isAmbiguous = true;
    if (nameless !== undefined) {
      this.#named += 1;
      chains.uid[nameless.chain] = uid;
      this.#rename(nameless.life, uid);
    } else if (creator !== undefined) {
      this.#adopted += 1;
      this.#add({ uid, creator, deleter: none });
    } else this.#contradictions.addContradiction(() => phantomIncarnation(this.#view, uid));
  }

  /** Records that a delete ended its incarnation. Returns false if the incarnation is unknown. */
  end(op: number, lifeOf: Int32Array, chains: Chains): boolean {
    const view = this.#view;
    const before = intAt(view.before, op);
    const chain = before === none ? none : intAt(chains.chainOf, before);
    const ofVersion = chain === none ? none : intAt(lifeOf, chain);
    const uid = intAt(view.uid, op);
    const named = uid === none ? ofVersion : this.lifeOf(uid);
    const isOnly = this.all.length === 1 && this.#lostCreates.length === 0;
    const number = uid === none && named === none && isOnly ? 0 : named;
    if (uid !== none && ofVersion !== none && ofVersion !== named) {
      const rows = [rowOf(view, op)];
      const also = citeUidOfChain(view, chains, chain);
      this.#contradictions.addContradiction(() => ({
        type: "cross-incarnation-write",
        rows,
        also,
      }));
    }
    const life = this.all[number];
    if (life === undefined) return false;
    if (life.deleter === none) life.deleter = op;
    else this.#contradictions.addContradiction(() => doubleDelete(view, op, life));
    return true;
  }

  #add(life: Life): void {
    const other = this.all[this.#byUid.get(life.uid) ?? none];
    if (other !== undefined) {
      const makers = [life.creator, other.creator].filter((op) => op >= 0);
      const rows = makers.map((op) => rowOf(this.#view, op));
      const also = [...citeUidOf(this.#view, life), ...citeUidOf(this.#view, other)];
      this.#contradictions.addContradiction(() => ({ type: "uid-reuse", rows, also }));
    }
    this.#byUid.set(life.uid, this.all.length);
    this.all.push(life);
  }

  #rename(number: number, uid: number): void {
    const life = this.all[number];
    if (life === undefined) return;
    this.#byUid.delete(life.uid);
    this.#byUid.set(uid, number);
    life.uid = uid;
  }
}

function isCreate(view: ObjectHistory, op: number): boolean {
  const of = intAt(view.role, op);
  return of === role.create || of === role.unknownCreate;
}

function phantomIncarnation(view: ObjectHistory, uid: number): Contradiction {
  const rows: number[] = [];
  for (let op = 0; op < view.count && rows.length === 0; op += 1) {
    if (intAt(view.uid, op) === uid) rows.push(rowOf(view, op));
  }
  return { type: "phantom-incarnation", rows, scan: { of: "uid", uid } };
}

function doubleDelete(view: ObjectHistory, op: number, life: Life): Contradiction {
  return { type: "double-delete", rows: [rowOf(view, op), rowOf(view, life.deleter)] };
}

/** Lines that show which incarnation a creation started. */
function citeUidOf(view: ObjectHistory, { creator }: Life): readonly CitedLine[] {
  if (creator === initially) return [...citeInitial(view), ...citeUid(view, view.initial)];
  const node = intAt(view.after, creator);
  return [...citeEffects(view, [creator]), ...(node === none ? [] : citeUid(view, node))];
}

function citeUidOfChain(view: ObjectHistory, chains: Chains, chain: number): readonly CitedLine[] {
  const nodes = chains.nodes.subarray(intAt(chains.starts, chain), intAt(chains.starts, chain + 1));
  const named = nodes.find((node) => intAt(view.nodeUid, node) !== none);
  return named === undefined ? [] : citeUid(view, named);
}
