import { intAt } from "../history/columns.ts";
import type { Chains } from "./version-chains.ts";
import type { Evidence } from "./gather-evidence.ts";
import { addUid, initially, none, rowOf, type ObjectHistory } from "./object-history.ts";
import { role } from "./roles.ts";
import type { CitedLine } from "../history/cited-line.ts";
import { citeEffects, citeInitial, citeUid } from "./cites.ts";
import type { Contradiction, Contradictions } from "../history/contradictions.ts";

export interface Incarnation {
  uid: number;
  /** The operation that created the incarnation; `initially` for the initial incarnation. */
  readonly creator: number;
  /** The acknowledged delete that ended the incarnation; `none` if there is none. */
  deleter: number;
}

export interface Incarnations {
  readonly all: readonly Incarnation[];
  /** The incarnation of each chain; `none` if unknown. */
  readonly incarnationOf: Int32Array;
  /** Whether the incarnation of every chain and every delete is known. */
  readonly isPlaced: boolean;
  /** Whether several create operations could have generated the uid. Another assignment might avoid contradictions. */
  readonly isAmbiguous: boolean;
}

/** Assigns chains and deletes to incarnations. Reports impossible assignments as contradictions. */
export function sortIncarnations(
  view: ObjectHistory,
  chains: Chains,
  evidence: Evidence,
): Incarnations {
  if (!evidence.hasIncarnation && view.initial !== none && view.uidCount <= 1) {
    return singleLife(view, chains);
  }
  const registry = new Registry(view, evidence);
  const named = new Set([...chains.uid, ...deletedUids(view)]);
  named.delete(none);
  registry.addCreated(chains);
  for (const uid of named) registry.adopt(uid, chains);
  const incarnationOf = chains.uid.map((uid) => registry.incarnationOf(uid));
  let isPlaced = placeNameless(incarnationOf, registry.all);
  for (let op = 0; op < view.count; op += 1) {
    if (intAt(view.role, op) !== role.delete) continue;
    isPlaced = registry.end(op, incarnationOf, chains) && isPlaced;
  }
  const { all, isAmbiguous } = registry;
  return { all, incarnationOf, isPlaced, isAmbiguous };
}

function singleLife(view: ObjectHistory, chains: Chains): Incarnations {
  const uid = view.uidCount === 0 ? addUid(view, none) : 0;
  chains.uid.fill(uid);
  return {
    all: [{ uid, creator: initially, deleter: none }],
    incarnationOf: new Int32Array(chains.count),
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

/**
 * Assigns chains without a uid to the only incarnation, if there is exactly one. Returns whether every chain is
 * assigned.
 */
function placeNameless(incarnationOf: Int32Array, incarnations: readonly Incarnation[]): boolean {
  if (!incarnationOf.includes(none)) return true;
  if (incarnations.length !== 1) return false;
  incarnationOf.forEach((incarnation, chain) => {
    if (incarnation === none) incarnationOf[chain] = 0;
  });
  return true;
}

class Registry {
  readonly all: Incarnation[] = [];
  isAmbiguous = false;
  readonly #view: ObjectHistory;
  readonly #contradictions: Contradictions;
  readonly #byUid = new Map<number, number>();
  /**
   * Incarnations without a uid, with their first chain. The incarnations at indexes below `#named` have been assigned a
   * uid.
   */
  readonly #nameless: { readonly incarnation: number; readonly chain: number }[] = [];
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

  incarnationOf(uid: number): number {
    return this.#byUid.get(uid) ?? none;
  }

  /** Adds the incarnations whose first version is known. Generates a uid for an incarnation without one. */
  addCreated(chains: Chains): void {
    for (let chain = 0; chain < chains.count; chain += 1) {
      const head = intAt(chains.nodes, intAt(chains.starts, chain));
      const creator = intAt(this.#view.maker, head);
      if (creator !== initially && !isCreate(this.#view, creator)) continue;
      const named = intAt(chains.uid, chain);
      if (named === none) this.#nameless.push({ incarnation: this.all.length, chain });
      const uid = named === none ? addUid(this.#view, none) : named;
      chains.uid[chain] = uid;
      this.#add({ uid, creator, deleter: none });
    }
  }

  /** Assigns a uid to the create operation that may have generated it. Only other operations contain this uid. */
  adopt(uid: number, chains: Chains): void {
    if (this.#byUid.has(uid)) return;
    const nameless = this.#nameless[this.#named];
    const creator = this.#lostCreates[this.#adopted];
    const choices = this.#nameless.length - this.#named + this.#lostCreates.length - this.#adopted;
    if (choices > 1) this.isAmbiguous = true;
    if (nameless !== undefined) {
      this.#named += 1;
      chains.uid[nameless.chain] = uid;
      this.#rename(nameless.incarnation, uid);
    } else if (creator !== undefined) {
      this.#adopted += 1;
      this.#add({ uid, creator, deleter: none });
    } else this.#contradictions.addContradiction(() => phantomIncarnation(this.#view, uid));
  }

  /** Records that a delete ended its incarnation. Returns false if that incarnation is unknown. */
  end(op: number, incarnationOf: Int32Array, chains: Chains): boolean {
    const view = this.#view;
    const before = intAt(view.before, op);
    const chain = before === none ? none : intAt(chains.chainOf, before);
    const ofVersion = chain === none ? none : intAt(incarnationOf, chain);
    const uid = intAt(view.uid, op);
    const named = uid === none ? ofVersion : this.incarnationOf(uid);
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
    const incarnation = this.all[number];
    if (incarnation === undefined) return false;
    if (incarnation.deleter === none) incarnation.deleter = op;
    else this.#contradictions.addContradiction(() => doubleDelete(view, op, incarnation));
    return true;
  }

  #add(incarnation: Incarnation): void {
    const other = this.all[this.#byUid.get(incarnation.uid) ?? none];
    if (other !== undefined) {
      const makers = [incarnation.creator, other.creator].filter((op) => op >= 0);
      const rows = makers.map((op) => rowOf(this.#view, op));
      const also = [...citeUidOf(this.#view, incarnation), ...citeUidOf(this.#view, other)];
      this.#contradictions.addContradiction(() => ({ type: "uid-reuse", rows, also }));
    }
    this.#byUid.set(incarnation.uid, this.all.length);
    this.all.push(incarnation);
  }

  #rename(number: number, uid: number): void {
    const incarnation = this.all[number];
    if (incarnation === undefined) return;
    this.#byUid.delete(incarnation.uid);
    this.#byUid.set(uid, number);
    incarnation.uid = uid;
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

function doubleDelete(view: ObjectHistory, op: number, incarnation: Incarnation): Contradiction {
  return { type: "double-delete", rows: [rowOf(view, op), rowOf(view, incarnation.deleter)] };
}

function citeUidOf(view: ObjectHistory, { creator }: Incarnation): readonly CitedLine[] {
  if (creator === initially) return [...citeInitial(view), ...citeUid(view, view.initial)];
  const node = intAt(view.after, creator);
  return [...citeEffects(view, [creator]), ...(node === none ? [] : citeUid(view, node))];
}

function citeUidOfChain(view: ObjectHistory, chains: Chains, chain: number): readonly CitedLine[] {
  const nodes = chains.nodes.subarray(intAt(chains.starts, chain), intAt(chains.starts, chain + 1));
  const named = nodes.find((node) => intAt(view.nodeUid, node) !== none);
  return named === undefined ? [] : citeUid(view, named);
}
