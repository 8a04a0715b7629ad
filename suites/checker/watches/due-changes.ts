import { floatAt, intAt } from "../history/columns.ts";
import { change } from "../objects/commits.ts";
import { none } from "../objects/object-history.ts";
import { orderOf } from "../history/order.ts";
import type { ExpectedChanges } from "./expected-changes.ts";

export interface Scope {
  readonly object: number;
  /** The only watched namespace, as a prefix of object names, if the watch is limited to one. */
  readonly prefix?: string;
}

/**
 * Counts the changes that a watch must have shown. Requires comparable versions. Two binary searches are enough for any
 * number of changes.
 */
export class DueChanges {
  readonly #world: ExpectedChanges;
  readonly #byTime: {
    readonly invoke: Float64Array;
    readonly least: Float64Array;
    readonly most: Float64Array;
  };
  readonly #ranksOf = new Map<string, Float64Array>();
  readonly #rowsOf = new Map<string, Int32Array>();

  constructor(expected: ExpectedChanges) {
    this.#world = expected;
    this.#byTime = ranksByTime(expected);
  }

  count(scope: Scope, after: number, upTo: number): number {
    const ranks = this.#ranks(scope);
    return Math.max(0, firstAbove(ranks, upTo) - firstAbove(ranks, after));
  }

  /**
   * Finds the first change with a rank above `after` and up to `upTo` that a watch did not show. Returns `none` if it
   * showed all of them.
   */
  firstMissing(
    scope: Scope,
    { after, upTo }: { readonly after: number; readonly upTo: number },
    isShown: (row: number) => boolean,
  ): number {
    const ranks = this.#ranks(scope);
    const rows = this.#rowsOf.get(keyOf(scope)) ?? new Int32Array(0);
    for (let at = firstAbove(ranks, after); at < firstAbove(ranks, upTo); at += 1) {
      const row = intAt(rows, at);
      if (!isShown(row)) return row;
    }
    return none;
  }

  /** Returns the rank above which all changes started after the given time. */
  rankAt(time: number): number {
    const { invoke, most } = this.#byTime;
    const at = firstAbove(invoke, time) - 1;
    return at < 0 ? -Infinity : floatAt(most, at);
  }

  #ranks(scope: Scope): Float64Array {
    const key = keyOf(scope);
    const known = this.#ranksOf.get(key);
    if (known !== undefined) return known;
    const expected = this.#world;
    const { texts } = expected.history;
    const rows: number[] = [];
    for (let row = 0; row < expected.count; row += 1) {
      const object = intAt(expected.object, row);
      if (intAt(expected.change, row) === change.initial) continue;
      if (isInScope(scope, object, texts.objects)) rows.push(row);
    }
    const due = Float64Array.from(rows, (row) => this.#dueRank(row));
    const order = orderOf(due);
    const ranks = Float64Array.from(order, (at) => floatAt(due, at));
    this.#ranksOf.set(key, ranks);
    this.#rowsOf.set(
      key,
      Int32Array.from(order, (at) => rows[at] ?? none),
    );
    return ranks;
  }

  /**
   * Returns the rank that a watch must have reached to have shown a change. A delete that no watch showed has an
   * unknown version, which is lower than every version whose write started after the delete returned.
   */
  #dueRank(row: number): number {
    const expected = this.#world;
    const isKnown = intAt(expected.version, row) !== none;
    if (isKnown || intAt(expected.row, row) === none) return floatAt(expected.rank, row);
    const returned = floatAt(expected.history.operations.return, intAt(expected.row, row));
    const { invoke, least } = this.#byTime;
    const at = firstAbove(invoke, returned);
    const later = at < least.length ? floatAt(least, at) - 0.25 : Infinity;
    return Math.min(later, this.#nextRank(row));
  }

  /** Returns the rank of the object's next change. The given change cannot have a higher rank. */
  #nextRank(row: number): number {
    const expected = this.#world;
    const place = intAt(expected.place, row);
    const object = intAt(expected.object, row);
    const next = intAt(expected.starts, object) + place + 1;
    if (place === none || next >= intAt(expected.starts, object + 1)) return Infinity;
    return floatAt(expected.rank, intAt(expected.inOrder, next)) - 0.25;
  }
}

export function isInScope(scope: Scope, object: number, names: readonly string[]): boolean {
  if (scope.object !== none) return scope.object === object;
  return scope.prefix === undefined || names[object]?.startsWith(scope.prefix) === true;
}

function keyOf(scope: Scope): string {
  return scope.object === none ? `in ${scope.prefix ?? ""}` : `is ${scope.object}`;
}

/**
 * Returns the smallest rank of operations that start at or after each invocation time, and the largest rank of those
 * that start at or before it.
 */
function ranksByTime(expected: ExpectedChanges): {
  readonly invoke: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
} {
  const order = orderOf(expected.invoke);
  const invoke = Float64Array.from(order, (row) => floatAt(expected.invoke, row));
  const least = new Float64Array(order.length).fill(Infinity);
  const most = new Float64Array(order.length).fill(-Infinity);
  for (let at = 0; at < order.length; at += 1) {
    const own = versionRank(expected, intAt(order, at));
    most[at] = Math.max(at === 0 ? -Infinity : floatAt(most, at - 1), own ?? -Infinity);
  }
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const own = versionRank(expected, intAt(order, at)) ?? Infinity;
    least[at] = at + 1 < order.length ? Math.min(own, floatAt(least, at + 1)) : own;
  }
  return { invoke, least, most };
}

function versionRank(expected: ExpectedChanges, row: number): number | undefined {
  const version = intAt(expected.version, row);
  return version === none || expected.ranks === undefined
    ? undefined
    : floatAt(expected.ranks, version);
}

function firstAbove(column: Float64Array, limit: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (floatAt(column, middle) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
