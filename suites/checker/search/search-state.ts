import { floatAt, intAt } from "../history/columns.ts";
import type { Model } from "../objects/model.ts";
import { none } from "../objects/object-history.ts";
import { role } from "../objects/roles.ts";
import { absentState, hiddenState } from "../objects/state-order.ts";

/** Represents the uid of an unnamed incarnation. */
export const hiddenUid = -2;

export interface Configuration {
  readonly node: number;
  readonly uid: number;
  /** The largest comparable version so far. */
  readonly rank: number;
  /** Bits of the writes that have taken effect, or that can no longer take effect. */
  readonly applied: bigint;
  /** Bits of the reads and refusals that are explained. */
  readonly satisfied: bigint;
  /** Number of unobserved unconditional writes that have taken effect; `unseenCreates` counts create operations. */
  readonly unseenPuts: number;
  readonly unseenCreates: number;
  /** Whether an optional write started the current chain, and no operation has needed the write yet. */
  readonly isIdle: boolean;
}

/** Returns a key that is the same for two configurations only if they are equal. */
export function keyOf(configuration: Configuration): string {
  const bits = `${configuration.applied.toString(16)} ${configuration.satisfied.toString(16)}`;
  const unseen = `${configuration.unseenPuts} ${configuration.unseenCreates}`;
  return `${configuration.node} ${configuration.uid} ${configuration.rank} ${configuration.isIdle} ${unseen} ${bits}`;
}

export function initialConfiguration({ view, chains }: Model): Configuration {
  const isAbsent = view.initial === none;
  return {
    node: isAbsent ? absentState : view.initial,
    uid: isAbsent ? none : intAt(chains.uid, intAt(chains.chainOf, view.initial)),
    rank: isAbsent || view.ranks === undefined ? -1 : rankOf(view, view.initial),
    applied: 0n,
    satisfied: 0n,
    unseenPuts: 0,
    unseenCreates: 0,
    isIdle: false,
  };
}

export function fits({ view }: Model, op: number, { node, uid }: Configuration): boolean {
  const before = intAt(view.before, op);
  const named = intAt(view.uid, op);
  switch (intAt(view.role, op)) {
    case role.pinned:
      return node === intAt(view.after, op);
    case role.absent:
      return node === absentState;
    case role.present:
      return node !== absentState;
    case role.conflict:
      return node !== absentState && node !== before;
    case role.deleteConflict: {
      const isMeant = (named === none || named === uid) && (before === none || before === node);
      return node !== absentState && !isMeant;
    }
  }
  return true;
}

/**
 * Returns the configuration after a write, before it explains further operations. Returns undefined if the write cannot
 * take effect. The write must not have taken effect yet.
 */
export function stateAfter(
  model: Model,
  op: number,
  from: Configuration,
): Configuration | undefined {
  const { view } = model;
  const of = intAt(view.role, op);
  switch (of) {
    case role.cas:
    case role.unknownCas:
      return from.node === intAt(view.before, op) ? install(model, op, from) : undefined;
    case role.put:
    case role.unknownPut:
      return from.node === absentState ? undefined : install(model, op, from);
    case role.create:
    case role.unknownCreate: {
      const uid = uidCreatedBy(model, op);
      return from.node === absentState ? install(model, op, { ...from, uid }) : undefined;
    }
    case role.delete:
    case role.unknownDelete:
      return fitsDelete(model, op, from) ? { ...from, node: absentState, uid: none } : undefined;
  }
  return undefined;
}

function install(
  { view, chains }: Model,
  op: number,
  from: Configuration,
): Configuration | undefined {
  const node = intAt(view.after, op);
  if (node === none) return { ...from, node: hiddenState };
  const uid = intAt(chains.uid, intAt(chains.chainOf, node));
  if (uid !== none && uid !== from.uid) return undefined;
  if (view.ranks === undefined) return { ...from, node };
  const rank = rankOf(view, node);
  return rank > from.rank ? { ...from, node, rank } : undefined;
}

function uidCreatedBy({ view, chains, created }: Model, op: number): number {
  const node = intAt(view.after, op);
  if (node !== none) return intAt(chains.uid, intAt(chains.chainOf, node));
  return created.get(op) ?? hiddenUid;
}

function fitsDelete({ view }: Model, op: number, { node, uid }: Configuration): boolean {
  const named = intAt(view.uid, op);
  const before = intAt(view.before, op);
  if (node === absentState) return false;
  return (named === none || named === uid) && (before === none || before === node);
}

function rankOf(view: Model["view"], node: number): number {
  return view.ranks === undefined ? -1 : floatAt(view.ranks, intAt(view.version, node));
}
