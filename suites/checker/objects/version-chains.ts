import { intAt } from "../history/columns.ts";
import type { Contradiction, Contradictions } from "../history/contradictions.ts";
import { citeEffects, citeUid } from "./cites.ts";
import { initially, none, rowOf } from "./object-history.ts";
import type { ObjectHistory } from "./object-history.ts";
import { role } from "./roles.ts";

/**
 * The versions of an object, partitioned into chains. Within a chain, a conditional write replaced each version by the
 * next, so there was no other state between them.
 */
export interface Chains {
  readonly count: number;
  readonly nodes: Int32Array;
  /** The start of each chain in `nodes`, followed by the end of the last chain. */
  readonly starts: Int32Array;
  /** The chain of each version; `none` for version tokens that belong to no state. */
  readonly chainOf: Int32Array;
  /** The uid of each chain; `none` if no line contains it. */
  readonly uid: Int32Array;
}

export function chainVersions(view: ObjectHistory, contradictions: Contradictions): Chains {
  const heads: number[] = [];
  let versions = 0;
  for (let node = 0; node < view.nodeCount; node += 1) {
    const maker = intAt(view.maker, node);
    if (maker === none) continue;
    versions += 1;
    if (maker === initially || !isConditional(view, maker)) heads.push(node);
  }
  const chains: Chains = {
    count: heads.length,
    nodes: new Int32Array(versions),
    starts: new Int32Array(heads.length + 1),
    chainOf: new Int32Array(view.nodeCount).fill(none),
    uid: new Int32Array(heads.length).fill(none),
  };
  let length = 0;
  heads.forEach((head, chain) => {
    chains.starts[chain] = length;
    length = follow(view, { chains, chain, head, length }, contradictions);
  });
  chains.starts[heads.length] = length;
  // A version that is unreachable from the head of a chain follows a contradictory version, or is in a cycle.
  if (length < versions) refuseCycle(view, chains, contradictions);
  return chains;
}

/** The next version in the chain; `none` at its end. */
export function versionAfter(view: ObjectHistory, node: number): number {
  const successor = intAt(view.successor, node);
  const next = successor === none ? none : intAt(view.after, successor);
  // If two writes appear to have created a version, it belongs to the first, because chains do not merge.
  return next !== none && intAt(view.maker, next) === successor ? next : none;
}

interface Walk {
  readonly chains: Chains;
  readonly chain: number;
  readonly head: number;
  readonly length: number;
}

function follow(view: ObjectHistory, walk: Walk, contradictions: Contradictions): number {
  const { chains, chain } = walk;
  let { length } = walk;
  let uid: number = none;
  let last: number = none;
  for (let node = walk.head; node !== none; node = versionAfter(view, node)) {
    chains.nodes[length] = node;
    length += 1;
    chains.chainOf[node] = chain;
    const own = intAt(view.nodeUid, node);
    if (own === none) continue;
    // A chain belongs to the incarnation in which it started, even if one of its writes contains a different uid.
    if (uid === none) uid = own;
    else if (own !== last) contradictions.addContradiction(() => crossing(view, node));
    last = own;
  }
  chains.uid[chain] = uid;
  return length;
}

function isConditional(view: ObjectHistory, op: number): boolean {
  const of = intAt(view.role, op);
  return of === role.cas || of === role.unknownCas;
}

function crossing(view: ObjectHistory, node: number): Contradiction {
  const path = [intAt(view.maker, node)];
  let named = intAt(view.before, intAt(view.maker, node));
  while (intAt(view.nodeUid, named) === none && intAt(view.maker, named) >= 0) {
    path.push(intAt(view.maker, named));
    named = intAt(view.before, intAt(view.maker, named));
  }
  const also = [
    ...citeUid(view, node),
    ...path.slice(1).map((op) => ({ table: "operations", row: rowOf(view, op) }) as const),
    ...citeUid(view, named),
    ...citeEffects(view, path),
  ];
  return { type: "cross-incarnation-write", rows: [rowOf(view, intAt(view.maker, node))], also };
}

function refuseCycle(view: ObjectHistory, chains: Chains, contradictions: Contradictions): void {
  const walkOf = new Int32Array(view.nodeCount).fill(none);
  for (let start = 0; start < view.nodeCount; start += 1) {
    let node = intAt(chains.chainOf, start) === none ? start : none;
    while (node !== none && intAt(walkOf, node) === none) {
      walkOf[node] = start;
      node = versionAfter(view, node);
    }
    if (node === none || intAt(walkOf, node) !== start) continue;
    const makers = makersAround(view, node);
    const rows = makers.map((op) => rowOf(view, op));
    const also = citeEffects(view, makers);
    contradictions.addContradiction(() => ({ type: "version-cycle", rows, also }));
    return;
  }
}

function makersAround(view: ObjectHistory, start: number): readonly number[] {
  const makers = [intAt(view.maker, start)];
  for (let node = versionAfter(view, start); node !== start; node = versionAfter(view, node)) {
    makers.push(intAt(view.maker, node));
  }
  return makers;
}

/** The rows of each version as linked lists: the first row of each version, and the next row of each row. */
export interface VersionLinks {
  readonly firstOf: Int32Array;
  readonly nextOf: Int32Array;
}

/** Links the rows of a column of versions. Rows without a version are in no list. */
export function linkVersions(version: Int32Array, versions: number): VersionLinks {
  const firstOf = new Int32Array(versions).fill(none);
  const nextOf = new Int32Array(version.length).fill(none);
  for (let row = version.length - 1; row >= 0; row -= 1) {
    const own = intAt(version, row);
    if (own === none) continue;
    nextOf[row] = intAt(firstOf, own);
    firstOf[own] = row;
  }
  return { firstOf, nextOf };
}

export function* rowsWith({ firstOf, nextOf }: VersionLinks, version: number): Generator<number> {
  for (let row = intAt(firstOf, version); row !== none; row = intAt(nextOf, row)) yield row;
}
