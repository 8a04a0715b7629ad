import { floatAt, intAt } from "../history/columns.ts";
import type { Demands } from "../objects/demands.ts";
import type { Model } from "../objects/model.ts";
import { initially, none } from "../objects/object-history.ts";
import { isWrite, role } from "../objects/roles.ts";
import { absentState, hiddenState } from "../objects/state-order.ts";
import { hiddenUid, stateAfter } from "./search-state.ts";
import type { Configuration } from "./search-state.ts";
import { WriteOffers } from "./write-offers.ts";

export class SearchMoves {
  readonly #model: Model;
  readonly #relaxed: Uint8Array;
  readonly #slots: Slots;
  /** Lookahead only covers writes below this number. */
  #foreseen = 0;
  /** Ranks of the versions that must occur. */
  readonly #dueRanks: Float64Array;
  /** 1 for writes that can no longer take effect. */
  readonly #withdrawn: Uint8Array;
  readonly #offers: WriteOffers;
  readonly #needed: NeededStates;
  /** Number of anonymous writes: unconditional writes, and create operations. */
  #puts = 0;
  #creates = 0;
  /** Whether an incarnation that no operation needs may have been deleted. */
  #isHiddenEnded = false;
  /** Pending writes that need not take effect. */
  readonly #maybe = new Set<number>();
  #optional = 0n;

  constructor(model: Model, demands: Demands, slots: Slots) {
    this.#model = model;
    this.#relaxed = demands.relaxed;
    this.#slots = slots;
    this.#needed = neededStates(model, demands);
    this.#offers = new WriteOffers(model);
    this.#withdrawn = new Uint8Array(model.view.count);
    if (demands.isBlind !== true) this.#foreseen = invocationsIn(model, demands.end);
    this.#dueRanks = ranksDue(model, (op) => this.#isRequired(op));
  }

  get optional(): bigint {
    return this.#optional;
  }

  /** Records that a write was invoked and may take effect from now on. */
  offer(op: number): void {
    if (this.#relaxed[op] !== 1) this.#foreseen = Math.max(this.#foreseen, op + 1);
    if (this.#isAnonymous(op)) {
      this.#stock(op);
      return;
    }
    const bit = this.#slots.take(op);
    if (!this.#isRequired(op)) {
      this.#optional |= bit;
      this.#maybe.add(op);
    }
    this.#offers.add(op);
  }

  /** Removes a write that has taken effect in all configurations, or that cannot take effect in any. */
  withdraw(op: number): void {
    this.#withdrawn[op] = 1;
    this.#offers.remove(op);
  }

  get optionalCount(): number {
    return this.#maybe.size;
  }

  /**
   * Withdraws optional writes that have taken effect in all configurations, or that cannot take effect in any. Returns
   * their bits, which the caller must clear.
   */
  sweep(configurations: readonly Configuration[]): bigint {
    let cleared = 0n;
    const [only] = configurations.length === 1 ? configurations : [];
    for (const op of this.#maybe) {
      const bit = this.#slots.bitOf(op);
      const isApplied = configurations.every(
        (configuration) => (configuration.applied & bit) !== 0n,
      );
      if (!isApplied && !(only !== undefined && this.#isPast(op, only))) continue;
      this.withdraw(op);
      this.#maybe.delete(op);
      cleared |= this.#slots.free(op);
    }
    this.#optional &= ~cleared;
    return cleared;
  }

  /**
   * Whether a write can no longer take effect, because the version or incarnation that it needs is over or never
   * existed.
   */
  #isPast(op: number, configuration: Configuration): boolean {
    const { view, creators } = this.#model;
    const before = intAt(view.before, op);
    if (before !== none)
      return before !== configuration.node && this.#isDone(intAt(view.maker, before));
    const uid = intAt(view.uid, op);
    if (intAt(view.role, op) !== role.unknownDelete || uid === none) return false;
    return uid !== configuration.uid && this.#isDone(creators.get(uid) ?? none);
  }

  #isDone(maker: number): boolean {
    return maker === initially || maker === none || this.#withdrawn[maker] === 1;
  }

  *from(configuration: Configuration): Generator<Configuration> {
    const { view } = this.#model;
    const successor = configuration.node >= 0 ? intAt(view.successor, configuration.node) : none;
    const mustBe = successor !== none && this.#isRequired(successor) ? successor : none;
    for (const { writes, areDistinct } of this.#offers.in(configuration)) {
      for (const op of writes) {
        const next = mustBe === none || op === mustBe ? this.#take(op, configuration) : undefined;
        if (next === undefined) continue;
        yield next;
        if (!areDistinct) break;
      }
    }
    if (mustBe === none) yield* this.#anonymous(configuration);
  }

  /**
   * Yields the configurations after one anonymous write. Anonymous writes never expire and are interchangeable, so only
   * their number matters.
   */
  *#anonymous(configuration: Configuration): Generator<Configuration> {
    if (configuration.isIdle) return;
    const { node, unseenPuts, unseenCreates } = configuration;
    const isAbsent = node === absentState;
    if (!isAbsent && unseenPuts < this.#puts) {
      yield { ...configuration, node: hiddenState, unseenPuts: unseenPuts + 1, isIdle: true };
    }
    if (isAbsent && unseenCreates < this.#creates) {
      yield {
        ...configuration,
        node: hiddenState,
        uid: hiddenUid,
        unseenCreates: unseenCreates + 1,
      };
    }
    if (configuration.uid === hiddenUid && this.#isHiddenEnded)
      yield { ...configuration, node: absentState, uid: none };
  }

  /** Whether a write is interchangeable: no operation observed its effect, or no other operation needs it. */
  #isAnonymous(op: number): boolean {
    const { view, chains, created } = this.#model;
    const node = intAt(view.after, op);
    const of = intAt(view.role, op);
    if (this.#relaxed[op] === 1) {
      if (of === role.delete || of === role.unknownDelete) return !this.#isUidNeeded(op);
      const known = node === none ? intAt(view.before, op) : node;
      if (known !== none) return this.#needed.chains[intAt(chains.chainOf, known)] !== 1;
    }
    if (node !== none || created.has(op)) return false;
    return of === role.unknownPut || of === role.unknownCreate;
  }

  #isUidNeeded(op: number): boolean {
    const uid = intAt(this.#model.view.uid, op);
    return uid === none || this.#needed.uids.has(uid);
  }

  #stock(op: number): void {
    const of = intAt(this.#model.view.role, op);
    if (of === role.put || of === role.unknownPut) this.#puts += 1;
    else if (of === role.create || of === role.unknownCreate) this.#creates += 1;
    else if (of === role.delete || of === role.unknownDelete) this.#isHiddenEnded = true;
  }

  #take(op: number, configuration: Configuration): Configuration | undefined {
    const bit = this.#slots.bitOf(op);
    if ((configuration.applied & bit) !== 0n) return undefined;
    // If no operation needs the effect of an optional write, it is skipped: every continuation is also possible without
    // it.
    if (configuration.isIdle && !this.#needs(op, configuration.node)) return undefined;
    const next = stateAfter(this.#model, op, configuration);
    if (next === undefined || this.#skipsDue(configuration, next)) return undefined;
    const isIdle = this.#isIdleAfter(op, configuration);
    return { ...next, applied: configuration.applied | bit, isIdle };
  }

  #needs(op: number, node: number): boolean {
    const { view } = this.#model;
    if (node < 0 || intAt(view.before, op) !== node) return false;
    return !isConditional(intAt(view.role, op)) || intAt(view.after, op) !== none;
  }

  #isIdleAfter(op: number, configuration: Configuration): boolean {
    if (this.#isRequired(op)) return false;
    const { view } = this.#model;
    const of = intAt(view.role, op);
    if (of === role.put || of === role.unknownPut) return true;
    if (!isConditional(of)) return false;
    return configuration.isIdle || intAt(view.after, op) === none;
  }

  /** Whether a write would skip a version that must occur. Comparable versions occur in ascending order. */
  #skipsDue(configuration: Configuration, next: Configuration): boolean {
    if (next.rank === configuration.rank) return false;
    return firstAbove(this.#dueRanks, configuration.rank) < next.rank;
  }

  #isRequired(op: number): boolean {
    const isCounted = op < this.#foreseen && this.#relaxed[op] !== 1;
    return isCounted && isWrite(intAt(this.#model.view.role, op));
  }
}

function invocationsIn({ view }: Model, end: number): number {
  let invoked = 0;
  for (let at = 0; at < end; at += 1) if ((intAt(view.events, at) & 1) === 0) invoked += 1;
  return invoked;
}

function isConditional(of: number): boolean {
  return of === role.cas || of === role.unknownCas;
}

/** Ranks of the versions that must occur, in ascending order. */
function ranksDue({ view }: Model, isRequired: (op: number) => boolean): Float64Array {
  const { ranks } = view;
  if (ranks === undefined) return new Float64Array(0);
  const due: number[] = [];
  for (let op = 0; op < view.count; op += 1) {
    const node = intAt(view.after, op);
    if (intAt(view.role, op) === role.pinned || node === none || !isRequired(op)) continue;
    due.push(floatAt(ranks, intAt(view.version, node)));
  }
  return Float64Array.from(due).toSorted();
}

function firstAbove(ranks: Float64Array, limit: number): number {
  let low = 0;
  let high = ranks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (floatAt(ranks, middle) > limit) high = middle;
    else low = middle + 1;
  }
  return low < ranks.length ? floatAt(ranks, low) : Infinity;
}

/** The states that at least one operation needs. Other states may count as unobserved. */
interface NeededStates {
  /**
   * 1 for chains that a required operation needs, and for chains that contain the create operation of a needed
   * incarnation.
   */
  readonly chains: Uint8Array;
  /** The uids of the incarnations to which the needed chains belong. */
  readonly uids: ReadonlySet<number>;
}

function neededStates(model: Model, { relaxed, end }: Demands): NeededStates {
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

/** Assigns bits to pending operations. Bits are reused. */
export class Slots {
  readonly #slotOf: Int32Array;
  readonly #free: number[] = [];
  #count = 0;

  constructor(operations: number) {
    this.#slotOf = new Int32Array(operations).fill(none);
  }

  get size(): number {
    return this.#count;
  }

  take(op: number): bigint {
    const slot = this.#free.pop() ?? this.#count++;
    this.#slotOf[op] = slot;
    return 1n << BigInt(slot);
  }

  bitOf(op: number): bigint {
    const slot = intAt(this.#slotOf, op);
    return slot === none ? 0n : 1n << BigInt(slot);
  }

  free(op: number): bigint {
    const bit = this.bitOf(op);
    const slot = intAt(this.#slotOf, op);
    if (slot !== none) this.#free.push(slot);
    this.#slotOf[op] = none;
    return bit;
  }
}
