import type { WatchAnomalyType } from "../history/anomaly.ts";
import { floatAt, intAt } from "../history/columns.ts";
import { change } from "../objects/commits.ts";
import type { Scope } from "./due-changes.ts";
import { none } from "../objects/object-history.ts";
import { ShownPlaces, unknownPlace } from "./shown-places.ts";
import { rowsWith } from "../objects/version-links.ts";
import type { WatchContext } from "./watch-context.ts";
import { isSkip } from "./watch-finding.ts";
import { placeFrom, predecessorOf, rankOf, rowAt } from "./world-places.ts";
import type { World } from "./world.ts";

/**
 * The progress of a watch, per object and overall. One instance is reused for all watches, so that memory use does not
 * grow with their number.
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

  constructor(world: World) {
    this.#places = new ShownPlaces(world.history.texts.objects.length, world.count);
  }

  /** Handles the opening of the watch, after a version or at the current state. */
  open({ world, due }: WatchContext, row: number): void {
    this.#places.open();
    const after = intAt(world.history.watches.version, row);
    this.#isResumed = after !== none;
    this.#hasStart = after !== none && world.ranks !== undefined;
    this.#startRank = this.#hasStart
      ? rankOf(world, after)
      : due.rankAt(floatAt(world.history.watches.time, row));
    this.#lastRank = this.#hasStart ? this.#startRank : -Infinity;
    this.#bookmark = this.#lastRank;
    this.#delivered = 0;
    this.#forgiven = 0;
    if (world.ranks === undefined && after !== none) this.#places.startAfter(world, after);
  }

  isShown(shown: number): boolean {
    return this.#places.isShown(shown);
  }

  /** Whether the next event of an object may show its current state rather than a change. */
  mayBeCurrentState(object: number): boolean {
    return !this.#isResumed && intAt(this.#places.lastShown, object) === none;
  }

  /**
   * Consumes lines that show a change exactly, while each change is the next one of its object and newer than
   * everything before it; nearly all are. Returns the first line that was not consumed. Lines that need closer
   * inspection have negative codes.
   */
  advance(world: World, codes: Int32Array, from: number): number {
    let at = this.#advance(world, codes, from);
    while (at < codes.length && this.#begin(world, intAt(codes, at))) {
      at = this.#advance(world, codes, at);
    }
    return at;
  }

  /** Its loop calls no functions, so that fields of the watch are read only once. */
  #advance(world: World, codes: Int32Array, from: number): number {
    const { object: objects, place: places, rank: ranks } = world;
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
      // The first change of an object needs closer inspection, and so does an object without a known position.
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

  /** Determines the position in an object's history from the start of the watch, if it was unknown. */
  #begin(world: World, shown: number): boolean {
    if (shown < 0 || !this.#hasStart) return false;
    const object = intAt(world.object, shown);
    if (this.#placeIn(object) !== unknownPlace) return false;
    this.#places.startAt(object, placeFrom(world, object, this.#startRank));
    return true;
  }

  /** Handles an event that showed a change. */
  event(context: WatchContext, row: number, shown: number): void {
    const { world, report } = context;
    const object = intAt(world.object, shown);
    this.#begin(world, shown);
    const isAgain = this.#places.isShown(shown);
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

  /** Handles a bookmark: every change up to its version must have been shown. */
  bookmark(context: WatchContext, scope: Scope, row: number): void {
    const { world, report } = context;
    if (world.ranks === undefined) return this.#opaqueMark(context, row, "bookmark-ahead");
    const rank = rankOf(world, intAt(world.history.watches.version, row));
    if (rank < Math.max(Math.floor(this.#lastRank), this.#bookmark)) {
      report.add({ type: "bookmark-backwards", row, change: none });
      return;
    }
    this.#bookmark = rank;
    this.#expect(context, scope, { row, upTo: rank, type: "bookmark-ahead" });
  }

  /** Handles the end of the watch: every change up to its version must have been shown. */
  due(context: WatchContext, scope: Scope, row: number): void {
    const { world } = context;
    if (world.ranks === undefined) return this.#opaqueMark(context, row, "undelivered-event");
    const upTo = rankOf(world, intAt(world.history.watches.version, row));
    this.#expect(context, scope, { row, upTo, type: "undelivered-event" });
  }

  /** The anomaly in the order of a change, given the changes that were shown before. */
  #misplaced({ world }: WatchContext, shown: number): WatchAnomalyType | undefined {
    const object = intAt(world.object, shown);
    const place = intAt(world.place, shown);
    if (place === none) return this.#unchained(world, shown);
    const last = this.#placeIn(object);
    const isNext = last === unknownPlace || place === last + 1;
    if (isNext || this.#isPrelude(world, shown)) return undefined;
    const isFirst = this.#isResumed && intAt(this.#places.lastShown, object) === none;
    if (place > last) return isFirst ? "resume-gap" : "missing-event";
    return this.#isBeforeStart(world, shown) ? "resume-replay" : "event-out-of-order";
  }

  /** The initial state may be shown first, because the time of its write is unknown. */
  #isPrelude(world: World, shown: number): boolean {
    const isFirst = intAt(this.#places.lastShown, intAt(world.object, shown)) === none;
    return isFirst && intAt(world.change, shown) === change.initial;
  }

  /**
   * The anomaly if the order of an object's changes is unknown: a conditional write still follows the version that it
   * replaced.
   */
  #unchained(world: World, shown: number): WatchAnomalyType | undefined {
    const object = intAt(world.object, shown);
    const last = intAt(this.#places.lastShown, object);
    const before = intAt(world.before, shown);
    if (last === none || before === none || intAt(world.version, last) === before) return undefined;
    const predecessor = predecessorOf(world, shown);
    if (predecessor === none) return undefined;
    return this.#places.isShown(predecessor) ? "event-out-of-order" : "missing-event";
  }

  #firstSkipped(world: World, shown: number): number {
    const object = intAt(world.object, shown);
    const place = intAt(world.place, shown);
    if (place === none) return predecessorOf(world, shown);
    const skipped = this.#placeIn(object) + 1;
    if (world.ranks !== undefined) this.#forgiven += place - skipped;
    return rowAt(world, object, skipped);
  }

  #isBeforeStart(world: World, shown: number): boolean {
    if (!this.#isResumed) return false;
    if (world.ranks !== undefined) return floatAt(world.rank, shown) <= this.#startRank;
    return intAt(this.#places.lastShown, intAt(world.object, shown)) === none;
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
    this.#places.note(object, shown, place);
    if (rank !== Infinity && rank > this.#lastRank) this.#lastRank = rank;
    if (rank <= this.#startRank || intAt(world.change, shown) === change.initial) return;
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
  #opaqueMark({ world, report }: WatchContext, row: number, type: WatchAnomalyType): void {
    const version = intAt(world.history.watches.version, row);
    for (const mark of rowsWith(world, version)) {
      const object = intAt(world.object, mark);
      const place = intAt(world.place, mark);
      const last = this.#placeIn(object);
      if (place === none || last === unknownPlace) continue;
      if (place > last) report.add({ type, row, change: rowAt(world, object, last + 1) });
      if (place < last && type === "bookmark-ahead") {
        report.add({ type: "bookmark-backwards", row, change: mark });
      }
    }
  }

  #placeIn(object: number): number {
    return intAt(this.#places.place, object);
  }
}
