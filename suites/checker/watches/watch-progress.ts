import type { WatchAnomalyType } from "../history/anomaly.ts";
import { floatAt, intAt } from "../history/columns.ts";
import { change } from "../objects/commits.ts";
import { none } from "../objects/object-history.ts";
import { rowsWith } from "../objects/version-chains.ts";
import type { DueChanges, Scope } from "./due-changes.ts";
import type { ExpectedChanges } from "./expected-changes.ts";
import { placeFrom, predecessorOf, rankOf, rowAt } from "./history-positions.ts";
import { ShownPlaces, unknownPlace } from "./shown-places.ts";
import { isSkip } from "./watch-cites.ts";
import type { WatchReport } from "./watch-report.ts";

/**
 * The progress of a watch, per object and overall. All watches share one instance, so memory use does not grow with
 * their number.
 */
export class Progress {
  readonly #places: ShownPlaces;
  #isResumed = false;
  #hasStart = false;
  #startRank = -Infinity;
  #lastRank = -Infinity;
  #bookmark = -Infinity;
  #delivered = 0;
  #forgiven = 0;

  constructor(expected: ExpectedChanges) {
    this.#places = new ShownPlaces(expected.history.texts.objects.length, expected.count);
  }

  open({ expected, due }: WatchContext, row: number): void {
    this.#places.open();
    const after = intAt(expected.history.watches.version, row);
    this.#isResumed = after !== none;
    this.#hasStart = after !== none && expected.ranks !== undefined;
    this.#startRank = this.#hasStart
      ? rankOf(expected, after)
      : due.rankAt(floatAt(expected.history.watches.time, row));
    this.#lastRank = this.#hasStart ? this.#startRank : -Infinity;
    this.#bookmark = this.#lastRank;
    this.#delivered = 0;
    this.#forgiven = 0;
    if (expected.ranks === undefined && after !== none) this.#places.startAfter(expected, after);
  }

  isShown(shown: number): boolean {
    return this.#places.isShown(shown);
  }

  /** Whether the next event of an object may show its current state rather than a change. */
  mayBeCurrentState(object: number): boolean {
    return !this.#isResumed && intAt(this.#places.lastShown, object) === none;
  }

  /**
   * Consumes lines that show a change exactly, as long as each change is the next one of its object and newer than all
   * preceding ones. Returns the first line that was not consumed. Nearly all lines are consumed. Lines that need closer
   * inspection have negative codes.
   */
  advance(expected: ExpectedChanges, codes: Int32Array, from: number): number {
    let at = this.#advance(expected, codes, from);
    while (at < codes.length && this.#begin(expected, intAt(codes, at))) {
      at = this.#advance(expected, codes, at);
    }
    return at;
  }

  /** Calls only functions that read columns, so that it reads each field of the watch only once. */
  #advance(expected: ExpectedChanges, codes: Int32Array, from: number): number {
    const { object: objects, place: places, rank: ranks } = expected;
    const { place: placeIn, lastShown, shownIn, opening } = this.#places;
    const bookmark = this.#bookmark;
    const startRank = this.#startRank;
    let lastRank = this.#lastRank;
    let delivered = 0;
    let at = from;
    for (; at < codes.length; at += 1) {
      const row = intAt(codes, at);
      if (row < 0) break;
      const object = intAt(objects, row);
      const place = intAt(places, row);
      const rank = floatAt(ranks, row);
      // The first change to an object needs closer inspection, and so does any change to an object without a known
      // position.
      if (place <= 0 || place !== intAt(placeIn, object) + 1) break;
      if (rank <= lastRank || rank <= bookmark) break;
      shownIn[row] = opening;
      lastShown[object] = row;
      placeIn[object] = place;
      if (rank !== Infinity) lastRank = rank;
      if (rank > startRank) delivered += 1;
    }
    this.#lastRank = lastRank;
    this.#delivered += delivered;
    return at;
  }

  /**
   * Determines an unknown position in an object's history from the start of the watch. Returns false if it stays
   * unknown.
   */
  #begin(expected: ExpectedChanges, shown: number): boolean {
    if (shown < 0 || !this.#hasStart) return false;
    const object = intAt(expected.object, shown);
    if (this.#placeIn(object) !== unknownPlace) return false;
    this.#places.startAt(object, placeFrom(expected, object, this.#startRank));
    return true;
  }

  event(context: WatchContext, row: number, shown: number): void {
    const { expected, report } = context;
    const object = intAt(expected.object, shown);
    this.#begin(expected, shown);
    const isAgain = this.#places.isShown(shown);
    const mayBeCurrent = this.mayBeCurrentState(object);
    const wrong = isAgain ? "duplicate-event" : this.#misplaced(context, shown);
    if (wrong !== undefined) {
      const missing = isSkip(wrong) ? this.#firstSkipped(expected, shown) : shown;
      if (!isSkip(wrong)) report.withdraw(shown);
      report.add({ type: wrong, row, change: missing });
    } else if (expected.ranks !== undefined && !mayBeCurrent) this.#checkRank(context, row, shown);
    if (isAgain) return;
    this.#note(expected, shown);
  }

  /** Handles a bookmark. Every change up to its version must have been shown. */
  bookmark(context: WatchContext, scope: Scope, row: number): void {
    const { expected, report } = context;
    if (expected.ranks === undefined) return this.#opaqueMark(context, row, "bookmark-ahead");
    const rank = rankOf(expected, intAt(expected.history.watches.version, row));
    if (rank < Math.max(Math.floor(this.#lastRank), this.#bookmark)) {
      report.add({ type: "bookmark-backwards", row, change: none });
      return;
    }
    this.#bookmark = rank;
    this.#expect(context, scope, { row, upTo: rank, type: "bookmark-ahead" });
  }

  due(context: WatchContext, scope: Scope, row: number): void {
    const { expected } = context;
    if (expected.ranks === undefined) return this.#opaqueMark(context, row, "undelivered-event");
    const upTo = rankOf(expected, intAt(expected.history.watches.version, row));
    this.#expect(context, scope, { row, upTo, type: "undelivered-event" });
  }

  /** Returns the anomaly if a change is out of order, given the changes that the watch showed before. */
  #misplaced({ expected }: WatchContext, shown: number): WatchAnomalyType | undefined {
    const object = intAt(expected.object, shown);
    const place = intAt(expected.place, shown);
    if (place === none) return this.#unchained(expected, shown);
    const last = this.#placeIn(object);
    const isNext = last === unknownPlace || place === last + 1;
    if (isNext || this.#isPrelude(expected, shown)) return undefined;
    const isFirst = this.#isResumed && intAt(this.#places.lastShown, object) === none;
    if (place > last) return isFirst ? "resume-gap" : "missing-event";
    return this.#isBeforeStart(expected, shown) ? "resume-replay" : "event-out-of-order";
  }

  /** Whether a change is the initial state. A watch may show it first, because the time of its write is unknown. */
  #isPrelude(expected: ExpectedChanges, shown: number): boolean {
    const isFirst = intAt(this.#places.lastShown, intAt(expected.object, shown)) === none;
    return isFirst && intAt(expected.change, shown) === change.initial;
  }

  /**
   * Returns the anomaly if a change is out of order although the order of the object's changes is unknown. A
   * conditional write must follow the version that it replaced.
   */
  #unchained(expected: ExpectedChanges, shown: number): WatchAnomalyType | undefined {
    const object = intAt(expected.object, shown);
    const last = intAt(this.#places.lastShown, object);
    const before = intAt(expected.before, shown);
    if (last === none || before === none || intAt(expected.version, last) === before)
      return undefined;
    const predecessor = predecessorOf(expected, shown);
    if (predecessor === none) return undefined;
    return this.#places.isShown(predecessor) ? "event-out-of-order" : "missing-event";
  }

  #firstSkipped(expected: ExpectedChanges, shown: number): number {
    const object = intAt(expected.object, shown);
    const place = intAt(expected.place, shown);
    if (place === none) return predecessorOf(expected, shown);
    const skipped = this.#placeIn(object) + 1;
    if (expected.ranks !== undefined) this.#forgiven += place - skipped;
    return rowAt(expected, object, skipped);
  }

  #isBeforeStart(expected: ExpectedChanges, shown: number): boolean {
    if (!this.#isResumed) return false;
    if (expected.ranks !== undefined) return floatAt(expected.rank, shown) <= this.#startRank;
    return intAt(this.#places.lastShown, intAt(expected.object, shown)) === none;
  }

  #checkRank({ expected, report }: WatchContext, row: number, shown: number): void {
    const rank = floatAt(expected.rank, shown);
    if (rank === Infinity) return;
    if (rank <= this.#bookmark && this.#bookmark > this.#startRank) {
      report.withdraw(shown);
      report.add({ type: "event-behind-bookmark", row, change: shown });
    } else if (rank < this.#lastRank) {
      report.add({ type: "event-out-of-order", row, change: shown });
    }
  }

  #note(expected: ExpectedChanges, shown: number): void {
    const object = intAt(expected.object, shown);
    const place = intAt(expected.place, shown);
    const rank = floatAt(expected.rank, shown);
    this.#places.note(object, shown, place);
    if (rank !== Infinity && rank > this.#lastRank) this.#lastRank = rank;
    if (rank <= this.#startRank || intAt(expected.change, shown) === change.initial) return;
    this.#delivered += 1;
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
    const first = due.firstMissing(scope, { after, upTo }, (shown) => this.#places.isShown(shown));
    if (first === none) return;
    this.#forgiven += missing;
    report.add({ type, row, change: first });
  }

  /** With opaque versions, a bookmark only determines the position in the history of its own object. */
  #opaqueMark({ expected, report }: WatchContext, row: number, type: WatchAnomalyType): void {
    const version = intAt(expected.history.watches.version, row);
    for (const mark of rowsWith(expected, version)) {
      const object = intAt(expected.object, mark);
      const place = intAt(expected.place, mark);
      const last = this.#placeIn(object);
      if (place === none || last === unknownPlace) continue;
      if (place > last) report.add({ type, row, change: rowAt(expected, object, last + 1) });
      if (place < last && type === "bookmark-ahead") {
        report.add({ type: "bookmark-backwards", row, change: mark });
      }
    }
  }

  #placeIn(object: number): number {
    return intAt(this.#places.place, object);
  }
}

export interface WatchContext {
  readonly expected: ExpectedChanges;
  readonly due: DueChanges;
  readonly report: WatchReport;
}
