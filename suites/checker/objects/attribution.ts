import { floatAt, intAt } from "../history/columns.ts";
import { watchEventTypes } from "../history/history.ts";
import type { History } from "../history/history.ts";
import { leave, type Evidence } from "./gather-evidence.ts";
import { needed, none, seen, type ObjectHistory } from "./object-history.ts";
import { traceOrigins } from "./origin.ts";
import { role } from "./roles.ts";

export interface Attribution {
  /** Whether a version could be attributed to several writes. Another attribution might avoid contradictions. */
  readonly isAmbiguous: boolean;
}

/**
 * Attributes each version that an operation observed or replaced, but that no acknowledged write created, to a write
 * with an unknown outcome: the write of the same content, or the only remaining write. Reports a version without a
 * candidate as a contradiction, classified by the origin of its content.
 */
export function attributeVersions(view: ObjectHistory, evidence: Evidence): Attribution {
  const orphans = orphansOf(view);
  let isAmbiguous = sharesContent(view, evidence.unknowns);
  if (orphans.length === 0) return { isAmbiguous };
  const known = new Set(orphans);
  const phantoms: number[] = [];
  const pool = new Pool(view, evidence.unknowns);
  // The loop can add orphans: if a conditional write created a version, the version that it replaced must also have
  // existed.
  for (const orphan of orphans) {
    const { writer, isOnly } = pool.take(orphan);
    if (writer === none) {
      phantoms.push(orphan);
      continue;
    }
    isAmbiguous ||= !isOnly;
    attribute(view, orphan, writer);
    if (intAt(view.role, writer) !== role.unknownCas) continue;
    leave(view, writer, evidence.contradictions);
    const before = intAt(view.before, writer);
    if (isOrphan(view, before) && !known.has(before)) {
      known.add(before);
      orphans.push(before);
    }
  }
  traceOrigins(view, phantoms, evidence.contradictions);
  return { isAmbiguous };
}

/**
 * Returns the orphaned versions. Versions with known content come first, because they have the fewest candidate writes.
 */
function orphansOf(view: ObjectHistory): number[] {
  const orphans: number[] = [];
  for (let node = 0; node < view.nodeCount; node += 1) {
    if (isOrphan(view, node)) orphans.push(node);
  }
  const isNamed = (node: number): boolean => intAt(view.nodeValue, node) !== none;
  return [...orphans.filter(isNamed), ...orphans.filter((node) => !isNamed(node))];
}

function isOrphan(view: ObjectHistory, node: number): boolean {
  return intAt(view.maker, node) === none && (intAt(view.mention, node) & (seen | needed)) !== 0;
}

function attribute(view: ObjectHistory, node: number, writer: number): void {
  view.maker[node] = writer;
  view.after[writer] = node;
  if (intAt(view.nodeValue, node) === none) view.nodeValue[node] = intAt(view.value, writer);
}

/**
 * Whether an unconditional write may have the same content as a write with an unknown outcome. Either of them may then
 * have created the version, and the other changed nothing.
 */
function sharesContent(view: ObjectHistory, unknowns: readonly number[]): boolean {
  const writes = unknowns.filter((op) => intAt(view.role, op) !== role.unknownDelete);
  if (writes.length === 0) return false;
  const contents = new Set(writes.map((op) => intAt(view.value, op)));
  for (let op = 0; op < view.count; op += 1) {
    if (intAt(view.role, op) !== role.put) continue;
    const value = intAt(view.value, op);
    if (value === none || contents.has(none) || contents.has(value)) return true;
  }
  return false;
}

interface Taken {
  readonly writer: number;
  /** Whether no other write could have created the version. */
  readonly isOnly: boolean;
}

/** Writes with an unknown outcome that are not attributed yet, by content. */
class Pool {
  readonly #view: ObjectHistory;
  readonly #byValue = new Map<number, Set<number>>();
  readonly #free = new Set<number>();
  #ranks: readonly number[] | undefined;

  constructor(view: ObjectHistory, unknowns: readonly number[]) {
    this.#view = view;
    for (const op of unknowns) {
      if (intAt(view.role, op) === role.unknownDelete) continue;
      this.#free.add(op);
      this.#withValue(intAt(view.value, op)).add(op);
    }
  }

  /** Takes the candidate that was invoked first. Prefers one that writes the content of the version. */
  take(node: number): Taken {
    const value = intAt(this.#view.nodeValue, node);
    const pools = value === none ? [this.#free] : [this.#withValue(value), this.#withValue(none)];
    const possible: number[] = [];
    for (const pool of pools) {
      // Two candidates are enough to show that there is a choice.
      for (const op of pool) {
        if (possible.length === 2) break;
        if (this.#canCreate(op, node)) possible.push(op);
      }
    }
    const writer = possible[0] ?? none;
    if (writer !== none) this.#withValue(intAt(this.#view.value, writer)).delete(writer);
    this.#free.delete(writer);
    return { writer, isOnly: possible.length <= 1 };
  }

  /**
   * A conditional write creates the version that follows the one that it replaces. So it cannot have created an earlier
   * version, or a version after another version of the object.
   */
  #canCreate(op: number, node: number): boolean {
    const before = intAt(this.#view.before, op);
    if (before === node) return false;
    if (before === none || intAt(this.#view.role, op) !== role.unknownCas) return true;
    const [replaced, created] = [rankOf(this.#view, before), rankOf(this.#view, node)];
    if (replaced === undefined || created === undefined) return true;
    this.#ranks ??= ranksIn(this.#view);
    const next = firstAbove(this.#ranks, replaced);
    return replaced < created && (next === undefined || next >= created);
  }

  #withValue(value: number): Set<number> {
    const known = this.#byValue.get(value);
    if (known !== undefined) return known;
    const added = new Set<number>();
    this.#byValue.set(value, added);
    return added;
  }
}

/** The first of ascending ranks that is above a limit. */
function firstAbove(ranks: readonly number[], limit: number): number | undefined {
  let low = 0;
  let high = ranks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranks[middle] ?? Infinity) > limit) high = middle;
    else low = middle + 1;
  }
  return ranks[low];
}

/** The rank of the version of a node. Undefined for opaque versions. */
function rankOf({ ranks, version }: ObjectHistory, node: number): number | undefined {
  return ranks === undefined ? undefined : floatAt(ranks, intAt(version, node));
}

/** The ranks of all versions that the object is known to have had, in ascending order. */
function ranksIn(view: ObjectHistory): readonly number[] {
  const { history, ranks, object } = view;
  if (ranks === undefined) return [];
  const isCertain = (node: number): boolean =>
    intAt(view.maker, node) !== none || (intAt(view.mention, node) & (seen | needed)) !== 0;
  const found = Array.from({ length: view.nodeCount }, (_node, node) => node)
    .filter(isCertain)
    .map((node) => floatAt(ranks, intAt(view.version, node)));
  for (const version of shownIn(history).get(object) ?? []) found.push(floatAt(ranks, version));
  return found.toSorted((left, right) => left - right);
}

const showing = new Set([watchEventTypes.indexOf("ADDED"), watchEventTypes.indexOf("MODIFIED")]);

const shown = new WeakMap<History, ReadonlyMap<number, readonly number[]>>();

/** The versions that watch events show, by object. */
function shownIn(history: History): ReadonlyMap<number, readonly number[]> {
  const known = shown.get(history);
  if (known !== undefined) return known;
  const { event, object, version } = history.watches;
  const found = new Map<number, number[]>();
  for (const [row, type] of event.entries()) {
    if (!showing.has(type)) continue;
    const versions = found.get(intAt(object, row)) ?? [];
    versions.push(intAt(version, row));
    found.set(intAt(object, row), versions);
  }
  shown.set(history, found);
  return found;
}
