import { FloatColumn, IntColumn, floatAt, intAt } from "../history/columns.ts";
import type { Model } from "./model.ts";
import { initially, none, rowOf } from "./object-history.ts";
import { role } from "./roles.ts";
import { absentState, hiddenState, orderStates, type StateOrder } from "./state-order.ts";

export const change = { initial: 0, create: 1, modify: 2, delete: 3 } as const;

export interface Commits {
  readonly object: IntColumn;
  /** `none` for a deletion. Only a watch can show its version. */
  readonly version: IntColumn;
  readonly value: IntColumn;
  readonly uid: IntColumn;
  readonly change: IntColumn;
  /** The replaced version; `none` if unknown. */
  readonly before: IntColumn;
  readonly place: IntColumn;
  /** Row of the operation that made the change; `none` for the initial state. */
  readonly row: IntColumn;
  /** Row of the watch line that shows a change without an operation; `none` otherwise. */
  readonly event: IntColumn;
  /** Start of the write; minus infinity for the initial state. */
  readonly invoke: FloatColumn;
  /** Rows of writes with an unknown outcome whose effect no operation observed, by object. */
  readonly unseen: Map<number, number[]>;
  /** Objects with a version that several writes with an unknown outcome may have created. */
  readonly guessed: Set<number>;
}

export function emptyCommits(): Commits {
  return {
    object: new IntColumn(),
    version: new IntColumn(),
    value: new IntColumn(),
    uid: new IntColumn(),
    change: new IntColumn(),
    before: new IntColumn(),
    place: new IntColumn(),
    row: new IntColumn(),
    event: new IntColumn(),
    invoke: new FloatColumn(),
    unseen: new Map(),
    guessed: new Set(),
  };
}

export interface Commit {
  readonly object: number;
  readonly version: number;
  readonly value: number;
  readonly uid: number;
  readonly change: number;
  readonly before: number;
  readonly place: number;
  readonly row: number;
  readonly event: number;
  readonly invoke: number;
}

export function addCommit(commits: Commits, commit: Commit): void {
  commits.object.push(commit.object);
  commits.version.push(commit.version);
  commits.value.push(commit.value);
  commits.uid.push(commit.uid);
  commits.change.push(commit.change);
  commits.before.push(commit.before);
  commits.place.push(commit.place);
  commits.row.push(commit.row);
  commits.event.push(commit.event);
  commits.invoke.push(commit.invoke);
}

/** Adds the changes of one object. Sets their positions only if the operations determine the order. */
export function collectCommits(commits: Commits, model: Model, isLegal: boolean): void {
  const { view, chains, unknowns } = model;
  const everything = { relaxed: new Uint8Array(view.count), end: view.eventCount };
  const order = model.contradictions.isSound ? orderStates(model, everything) : undefined;
  const isCertain = isLegal && order?.isForced === true && !hasHidden(order);
  for (const node of chains.nodes) {
    addVersion(commits, model, { node, place: isCertain ? intAt(order.stateOf, node) : none });
  }
  if (order === undefined) addUnplacedDeletions(commits, model);
  else addDeletions(commits, model, { order, isCertain });
  if (unknowns.length > 0 && model.isAmbiguous) commits.guessed.add(view.object);
  const isPlaced = (op: number): boolean =>
    intAt(view.role, op) === role.unknownDelete && order?.madeBy.has(op) === true;
  const unseen = unknowns.filter((op) => intAt(view.after, op) === none && !isPlaced(op));
  if (unseen.length > 0)
    commits.unseen.set(
      view.object,
      unseen.map((op) => rowOf(view, op)),
    );
}

function addUnplacedDeletions(commits: Commits, model: Model): void {
  const { view, incarnations } = model;
  const known = new Set<number>();
  for (const { uid, deleter } of incarnations.all) {
    if (deleter === none) continue;
    known.add(deleter);
    addDeletion(commits, model, { op: deleter, uid, before: none, place: none });
  }
  // A delete with neither a version nor a uid ended one of several incarnations.
  for (let op = 0; op < view.count; op += 1) {
    if (intAt(view.role, op) !== role.delete || known.has(op)) continue;
    addDeletion(commits, model, { op, uid: intAt(view.uid, op), before: none, place: none });
  }
}

function addDeletions(
  commits: Commits,
  model: Model,
  { order, isCertain }: { readonly order: StateOrder; readonly isCertain: boolean },
): void {
  for (const [op, state] of order.madeBy) {
    if (intAt(order.node, state) !== absentState) continue;
    const isKnown = state > 0 && model.view.ranks !== undefined;
    const before = isKnown ? intAt(order.node, state - 1) : intAt(model.view.before, op);
    const uid = uidOfState(model, order, state - 1);
    addDeletion(commits, model, { op, uid, before, place: isCertain ? state : none });
  }
}

function hasHidden(order: StateOrder): boolean {
  return order.node.subarray(0, order.count).includes(hiddenState);
}

function uidOfState({ incarnations }: Model, order: StateOrder, state: number): number {
  return incarnations.all[intAt(order.incarnation, state)]?.uid ?? none;
}

interface PlacedVersion {
  readonly node: number;
  readonly place: number;
}

function addVersion(
  commits: Commits,
  { view, chains }: Model,
  { node, place }: PlacedVersion,
): void {
  const maker = intAt(view.maker, node);
  const isInitial = maker === initially;
  const before = isInitial ? none : intAt(view.before, maker);
  const uid = intAt(chains.uid, intAt(chains.chainOf, node));
  addCommit(commits, {
    object: view.object,
    version: intAt(view.version, node),
    value: intAt(view.nodeValue, node),
    uid: uid === none ? none : intAt(view.uids, uid),
    change: isInitial ? change.initial : changeOf(intAt(view.role, maker)),
    before: before === none ? none : intAt(view.version, before),
    place,
    row: isInitial ? none : rowOf(view, maker),
    event: none,
    invoke: isInitial ? -Infinity : floatAt(view.history.operations.invoke, rowOf(view, maker)),
  });
}

interface Deletion {
  readonly op: number;
  readonly uid: number;
  readonly before: number;
  readonly place: number;
}

function addDeletion(commits: Commits, { view }: Model, deletion: Deletion): void {
  const { op, uid, before, place } = deletion;
  addCommit(commits, {
    object: view.object,
    version: none,
    value: none,
    uid: uid === none ? none : intAt(view.uids, uid),
    change: change.delete,
    before: before < 0 ? none : intAt(view.version, before),
    place,
    row: rowOf(view, op),
    event: none,
    invoke: floatAt(view.history.operations.invoke, rowOf(view, op)),
  });
}

function changeOf(of: number): number {
  if (of === role.create || of === role.unknownCreate) return change.create;
  return change.modify;
}
