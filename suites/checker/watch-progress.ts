import type { WatchAnomalyType } from "./anomaly.ts";
import { floatAt, intAt } from "./columns.ts";
import { change } from "./commits.ts";
import type { Scope } from "./due-changes.ts";
import { none } from "./object-history.ts";
import type { WatchContext } from "./watch-stream.ts";
import { placeAtRank, predecessorOf, rankOf, rowAt } from "./world-places.ts";
import type { World } from "./world.ts";

/** Where a watch stands in an object is not known. */
const unknownPlace = -2;

/**
 * How far a watch has come, in each object and over all. One instance serves all watches, one after
 * the other, so that memory does not grow with their number.
 */
export class Progress {
  readonly #place: Int32Array;
  readonly #lastShown: Int32Array;
  readonly #touched: number[] = [];
  /** The opening in which each change was shown. */
  readonly #shownIn: Int32Array;
  #opening = 0;
  #isResumed = false;
  #hasStart = false;
  #startRank = -Infinity;
  #lastRank = -Infinity;
  #bookmark = -Infinity;
  #delivered = 0;
  #forgiven = 0;

  constructor(world: World) {
    const objects = world.history.texts.objects.length;
    this.#place = new Int32Array(objects).fill(unknownPlace);
    this.#lastShown = new Int32Array(objects).fill(none);
    this.#shownIn = new Int32Array(world.count);
  }

  /** The watch is opened, after a version or with what comes next. */
  open({ world, due }: WatchContext, row: number): void {
    const { watches } = world.history;
    for (const object of this.#touched) {
      this.#place[object] = unknownPlace;
      this.#lastShown[object] = none;
    }
    this.#touched.length = 0;
    this.#opening += 1;
    const after = intAt(watches.version, row);
    this.#isResumed = after !== none;
    this.#hasStart = after !== none && world.ranks !== undefined;
    this.#startRank = this.#hasStart
      ? rankOf(world, after)
      : due.rankAt(floatAt(watches.time, row));
    this.#lastRank = this.#hasStart ? this.#startRank : -Infinity;
    this.#bookmark = this.#lastRank;
    this.#delivered = 0;
    this.#forgiven = 0;
    if (world.ranks === undefined && after !== none) this.#startAfter(world, after);
  }

  /** Tells whether the watch has shown a change since it was opened. */
  isShown(shown: number): boolean {
    return intAt(this.#shownIn, shown) === this.#opening;
  }

  /** Tells whether the next event of an object may show its current state, not a change. */
  mayBeCurrentState(object: number): boolean {
    return !this.#isResumed && intAt(this.#lastShown, object) === none;
  }

  /** An event showed a change. */
  event(context: WatchContext, row: number, shown: number): void {
    const { world, report } = context;
    const object = intAt(world.object, shown);
    const isAgain = this.isShown(shown);
    const mayBeCurrent = this.mayBeCurrentState(object);
    const wrong = isAgain ? "duplicate-event" : this.#misplaced(context, shown);
    if (wrong !== undefined) {
      const missing = isSkip(wrong) ? this.#firstSkipped(world, shown) : shown;
      if (!isSkip(wrong)) report.withdraw(shown);
      report.add({ type: wrong, row, change: missing });
    } else if (world.ranks !== undefined && !mayBeCurrent) this.#checkRank(context, row, shown);
    if (isAgain) return;
    this.#note(world, shown);
  }

  /** A bookmark: everything up to it has been shown. */
  bookmark(context: WatchContext, scope: Scope, row: number): void {
    const { world, report } = context;
    const version = intAt(world.history.watches.version, row);
    if (world.ranks === undefined) {
      this.#opaqueMark(context, row, "bookmark-ahead");
      return;
    }
    const rank = rankOf(world, version);
    if (rank < Math.max(Math.floor(this.#lastRank), this.#bookmark)) {
      report.add({ type: "bookmark-backwards", row, change: none });
      return;
    }
    this.#bookmark = rank;
    this.#expect(context, scope, { row, upTo: rank, type: "bookmark-ahead" });
  }

  /** The watch is closed after everything up to a version had to be shown. */
  due(context: WatchContext, scope: Scope, row: number): void {
    const { world } = context;
    if (world.ranks === undefined) {
      this.#opaqueMark(context, row, "undelivered-event");
      return;
    }
    const upTo = rankOf(world, intAt(world.history.watches.version, row));
    this.#expect(context, scope, { row, upTo, type: "undelivered-event" });
  }

  /** What is wrong with the place of a change after those that were shown before. */
  #misplaced({ world }: WatchContext, shown: number): WatchAnomalyType | undefined {
    const object = intAt(world.object, shown);
    const place = intAt(world.place, shown);
    if (place === none) return this.#unchained(world, shown);
    const last = this.#placeIn(world, object);
    const isNext = last === unknownPlace || place === last + 1;
    if (isNext || this.#isPrelude(world, shown)) return undefined;
    const isFirst = this.#isResumed && intAt(this.#lastShown, object) === none;
    if (place > last) return isFirst ? "resume-gap" : "missing-event";
    return this.#isBeforeStart(world, shown) ? "resume-replay" : "event-out-of-order";
  }

  /** What stood before the first operation may be shown at first: when it was written is not known. */
  #isPrelude(world: World, shown: number): boolean {
    const isFirst = intAt(this.#lastShown, intAt(world.object, shown)) === none;
    return isFirst && intAt(world.change, shown) === change.initial;
  }

  /** Where the order of an object is open, a conditional write still follows upon what it replaced. */
  #unchained(world: World, shown: number): WatchAnomalyType | undefined {
    const object = intAt(world.object, shown);
    const last = intAt(this.#lastShown, object);
    const before = intAt(world.before, shown);
    if (last === none || before === none || intAt(world.version, last) === before) return undefined;
    const predecessor = predecessorOf(world, shown);
    if (predecessor === none) return undefined;
    return this.isShown(predecessor) ? "event-out-of-order" : "missing-event";
  }

  #firstSkipped(world: World, shown: number): number {
    const object = intAt(world.object, shown);
    const place = intAt(world.place, shown);
    if (place === none) return predecessorOf(world, shown);
    const skipped = this.#placeIn(world, object) + 1;
    if (world.ranks !== undefined) this.#forgiven += place - skipped;
    return rowAt(world, object, skipped);
  }

  #isBeforeStart(world: World, shown: number): boolean {
    if (!this.#isResumed) return false;
    if (world.ranks !== undefined) return floatAt(world.rank, shown) <= this.#startRank;
    return intAt(this.#lastShown, intAt(world.object, shown)) === none;
  }

  #checkRank({ world, report }: WatchContext, row: number, shown: number): void {
    const rank = floatAt(world.rank, shown);
    if (rank === Infinity) return;
    if (rank <= this.#bookmark && this.#bookmark > this.#startRank) {
      report.withdraw(shown);
      report.add({ type: "event-behind-bookmark", row, change: shown });
    } else if (rank < this.#lastRank) {
      report.add({ type: "event-out-of-order", row, change: shown });
    }
  }

  #note(world: World, shown: number): void {
    const object = intAt(world.object, shown);
    const place = intAt(world.place, shown);
    const rank = floatAt(world.rank, shown);
    this.#shownIn[shown] = this.#opening;
    if (intAt(this.#lastShown, object) === none) this.#touched.push(object);
    this.#lastShown[object] = shown;
    if (place > intAt(this.#place, object)) this.#place[object] = place;
    if (rank !== Infinity && rank > this.#lastRank) this.#lastRank = rank;
    const isInitial = intAt(world.change, shown) === change.initial;
    if (rank > this.#startRank && !isInitial) this.#delivered += 1;
  }

  #expect(
    { due, report }: WatchContext,
    scope: Scope,
    {
      row,
      upTo,
      type,
    }: { readonly row: number; readonly upTo: number; readonly type: WatchAnomalyType },
  ): void {
    const after = this.#startRank;
    const missing = due.count(scope, after, upTo) - this.#delivered - this.#forgiven;
    if (missing <= 0) return;
    const first = due.firstMissing(scope, { after, upTo }, (shown) => this.isShown(shown));
    if (first === none) return;
    this.#forgiven += missing;
    report.add({ type, row, change: first });
  }

  /** With opaque versions a mark tells where its own object must have come to. */
  #opaqueMark({ world, report }: WatchContext, row: number, type: WatchAnomalyType): void {
    const version = intAt(world.history.watches.version, row);
    for (
      let mark = intAt(world.firstOf, version);
      mark !== none;
      mark = intAt(world.nextOf, mark)
    ) {
      const object = intAt(world.object, mark);
      const place = intAt(world.place, mark);
      const last = this.#placeIn(world, object);
      if (place === none || last === unknownPlace) continue;
      if (place > last) report.add({ type, row, change: rowAt(world, object, last + 1) });
      if (place < last && type === "bookmark-ahead") {
        report.add({ type: "bookmark-backwards", row, change: mark });
      }
    }
  }

  #placeIn(world: World, object: number): number {
    const known = intAt(this.#place, object);
    if (known !== unknownPlace || !this.#hasStart) return known;
    const place = placeAtRank(world, object, this.#startRank);
    const first = rowAt(world, object, 0);
    const isInitial = first !== none && intAt(world.change, first) === change.initial;
    return isInitial ? Math.max(place, 0) : place;
  }

  #startAfter(world: World, version: number): void {
    for (let row = intAt(world.firstOf, version); row !== none; row = intAt(world.nextOf, row)) {
      const object = intAt(world.object, row);
      this.#place[object] =
        intAt(world.place, row) === none ? unknownPlace : intAt(world.place, row);
      this.#touched.push(object);
    }
  }
}

function isSkip(type: WatchAnomalyType): boolean {
  return type === "missing-event" || type === "resume-gap";
}
