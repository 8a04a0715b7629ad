import { intAt } from "../history/columns.ts";
import { operationKinds } from "../history/history.ts";
import {
  hinted,
  initially,
  needed,
  none,
  rowOf,
  seen,
  type ObjectHistory,
} from "./object-history.ts";
import { isUnknown, role, silent } from "./roles.ts";
import { citeEffects, citeInitial } from "./cites.ts";
import { Contradictions, type Contradiction } from "../history/contradictions.ts";

/** What the operations of an object show about its versions, without using times. */
export interface Evidence {
  readonly contradictions: Contradictions;
  readonly unknowns: readonly number[];
  readonly hasIncarnation: boolean;
}

/**
 * Finds for each version the operation that created it, the operation that replaced it, its content and its uid. An
 * unconditional write that returns an existing version with the same content changed nothing, so its role becomes
 * `pinned`. An observation that contradicts the writes gets the role `silent`.
 */
export function gatherEvidence(view: ObjectHistory): Evidence {
  const contradictions = new Contradictions();
  const unknowns: number[] = [];
  let hasIncarnation = false;
  for (let op = 0; op < view.count; op += 1) {
    const of = intAt(view.role, op);
    if (of >= role.cas && of <= role.create) claim(view, op, contradictions);
    if (of === role.cas || of === role.delete) leave(view, op, contradictions);
    if (isUnknown(of)) unknowns.push(op);
    if (isUnknown(of)) mention(view, intAt(view.before, op), hinted);
    if (of === role.create || of === role.delete || of >= role.unknownCreate) hasIncarnation = true;
  }
  for (let op = 0; op < view.count; op += 1) {
    if (intAt(view.role, op) === role.pinned) observe(view, op, contradictions);
  }
  return { contradictions, unknowns, hasIncarnation };
}

function claim(view: ObjectHistory, op: number, contradictions: Contradictions): void {
  const node = intAt(view.after, op);
  const earlier = intAt(view.maker, node);
  if (earlier === none) {
    view.maker[node] = op;
    view.nodeValue[node] = intAt(view.value, op);
    view.nodeUid[node] = intAt(view.uid, op);
    return;
  }
  const isSame = agree(intAt(view.value, op), intAt(view.nodeValue, node));
  if (isSame && intAt(view.role, op) === role.put) {
    view.role[op] = role.pinned;
  } else if (isSame && earlier !== initially && intAt(view.role, earlier) === role.put) {
    view.role[earlier] = role.pinned;
    view.maker[node] = op;
  } else {
    const rows =
      earlier === initially ? [rowOf(view, op)] : [rowOf(view, op), rowOf(view, earlier)];
    const also = earlier === initially ? citeInitial(view) : [];
    contradictions.addContradiction(() => ({ type: "version-reuse", rows, also }));
  }
}

/**
 * Records that a successful operation replaced its expected version. If two operations replaced the same version,
 * reports a contradiction.
 */
export function leave(view: ObjectHistory, op: number, contradictions: Contradictions): void {
  const node = intAt(view.before, op);
  if (node === none) return;
  mention(view, node, needed);
  const earlier = intAt(view.successor, node);
  if (earlier === none) {
    view.successor[node] = op;
    return;
  }
  const rows = [rowOf(view, op), rowOf(view, earlier)];
  contradictions.addContradiction(() => ({
    type: forkType(view, op, earlier),
    rows,
    also: citeEffects(view, [op, earlier]),
  }));
}

function forkType(view: ObjectHistory, op: number, earlier: number): Contradiction["type"] {
  if (!isDelete(view, earlier)) return "lost-update";
  if (isDelete(view, op)) return "double-delete";
  const { operations } = view.history;
  const returned = operations.return[rowOf(view, earlier)] ?? Infinity;
  const invoked = operations.invoke[rowOf(view, op)] ?? 0;
  return returned < invoked ? "write-after-delete" : "lost-update";
}

function isDelete(view: ObjectHistory, op: number): boolean {
  const of = intAt(view.role, op);
  return of === role.delete || of === role.unknownDelete;
}

function observe(view: ObjectHistory, op: number, contradictions: Contradictions): void {
  const node = intAt(view.after, op);
  mention(view, node, seen);
  const value = intAt(view.value, op);
  const uid = intAt(view.uid, op);
  const isTorn = !agree(value, intAt(view.nodeValue, node));
  if (isTorn || !agree(uid, intAt(view.nodeUid, node))) {
    contradictions.addObservation(() => contradiction(view, op, isTorn));
    view.role[op] = silent;
    return;
  }
  if (value !== none) view.nodeValue[node] = value;
  if (uid !== none) view.nodeUid[node] = uid;
}

function contradiction(view: ObjectHistory, op: number, isTorn: boolean): Contradiction {
  const node = intAt(view.after, op);
  const other = counterexampleOf(view, node, isTorn);
  const rows = other === none ? [rowOf(view, op)] : [rowOf(view, op), rowOf(view, other)];
  const also = intAt(view.maker, node) === initially ? citeInitial(view) : [];
  const kind = operationKinds[intAt(view.history.operations.kind, rowOf(view, op))];
  if (isTorn && kind !== "read" && !isRead(view, intAt(view.value, op))) {
    return { type: "dropped-write", rows, also };
  }
  return { type: "torn-value", rows, also };
}

/** Whether a read shows the content, so that the write which reports it was not lost. */
function isRead(view: ObjectHistory, value: number): boolean {
  for (let op = 0; op < view.count; op += 1) {
    const kind = operationKinds[intAt(view.history.operations.kind, rowOf(view, op))];
    if (kind === "read" && intAt(view.value, op) === value) return true;
  }
  return false;
}

/** Returns the operation that shows the content or uid of a version. */
function counterexampleOf(view: ObjectHistory, node: number, isTorn: boolean): number {
  const maker = intAt(view.maker, node);
  const column = isTorn ? view.value : view.uid;
  if (maker >= 0 && intAt(column, maker) !== none) return maker;
  for (let op = 0; op < view.count; op += 1) {
    const isReader = intAt(view.role, op) === role.pinned && intAt(view.after, op) === node;
    if (isReader && intAt(column, op) !== none) return op;
  }
  return maker >= 0 ? maker : none;
}

function mention(view: ObjectHistory, node: number, how: number): void {
  if (node !== none) view.mention[node] = intAt(view.mention, node) | how;
}

function agree(left: number, right: number): boolean {
  return left === none || right === none || left === right;
}
