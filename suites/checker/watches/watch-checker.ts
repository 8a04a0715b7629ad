import { floatAt, intAt } from "../history/columns.ts";
import { watchEventTypes } from "../history/history.ts";
import type { WatchEventType } from "../history/history.ts";
import { change } from "../objects/commits.ts";
import { none } from "../objects/object-history.ts";
import { isInScope } from "./due-changes.ts";
import type { Scope } from "./due-changes.ts";
import { changeShown, isEarly, isMistyped, isTorn } from "./event-content.ts";
import type { ExpectedChanges } from "./expected-changes.ts";
import { rankOf, rowAt } from "./history-positions.ts";
import type { WatchLines } from "./watch-lines.ts";
import type { Progress, WatchContext } from "./watch-progress.ts";

/** Checks one watch, line by line, in constant time per event. */
export class WatchStream {
  readonly #context: WatchContext;
  readonly #progress: Progress;
  #scope: Scope = { object: none };
  #isWhole = true;

  constructor(context: WatchContext, progress: Progress) {
    this.#context = context;
    this.#progress = progress;
  }

  takeAll(lines: WatchLines, watch: number): void {
    const { expected } = this.#context;
    const end = intAt(lines.starts, watch + 1);
    const codes = lines.codes.subarray(0, end);
    for (let at = intAt(lines.starts, watch); at < end; at += 1) {
      if (this.#isWhole) at = this.#progress.advance(expected, codes, at);
      if (at < end) this.#take(lines.rowAt(at));
    }
  }

  #take(row: number): void {
    const { watches } = this.#context.expected.history;
    const type = watchEventTypes[intAt(watches.event, row)] ?? "close";
    switch (type) {
      case "open":
        return this.#open(row);
      case "ADDED":
      case "MODIFIED":
      case "DELETED":
        return this.#event(row, type);
      case "BOOKMARK":
        return this.#bookmark(row);
      case "expired":
        return;
      case "close":
        return this.#close(row);
    }
  }

  #open(row: number): void {
    const { watches, texts } = this.#context.expected.history;
    const namespace = texts.namespaces[intAt(watches.namespace, row)];
    const object = intAt(watches.object, row);
    this.#scope = namespace === undefined ? { object } : { object, prefix: `${namespace}/` };
    this.#isWhole = namespace === undefined && object === none;
    this.#progress.open(this.#context, row);
  }

  #event(row: number, type: WatchEventType): void {
    const { expected, report } = this.#context;
    const { watches, texts } = expected.history;
    const object = intAt(watches.object, row);
    if (!isInScope(this.#scope, object, texts.objects)) {
      report.add({ type: "event-outside-scope", row, change: none });
      return;
    }
    const version = intAt(watches.version, row);
    const shown = changeShown(expected, row, type === "DELETED");
    if (shown === none && isBeforeInitial(expected, object, version)) return;
    if (shown === none) {
      const other = changeShown(expected, row, type !== "DELETED");
      const isTyped = other === none || (type !== "DELETED" && this.#progress.isShown(other));
      const wrong = isTyped ? "phantom-event" : "wrong-event-type";
      report.add({ type: wrong, row, change: other });
      if (wrong === "wrong-event-type") this.#progress.event(this.#context, row, other);
      return;
    }
    this.#checkContent(row, type, shown);
    this.#progress.event(this.#context, row, shown);
  }

  #checkContent(row: number, type: WatchEventType, shown: number): void {
    const { expected, report } = this.#context;
    if (isTorn(expected, row, shown)) report.add({ type: "torn-event", row, change: shown });
    if (isEarly(expected, row, shown)) report.add({ type: "early-event", row, change: shown });
    // A watch may start with the current state of an object, which it shows as an ADDED event.
    const mayBeAdded =
      type === "ADDED" && this.#progress.mayBeCurrentState(intAt(expected.object, shown));
    if (isMistyped(expected, row, shown) && !mayBeAdded) {
      report.add({ type: "wrong-event-type", row, change: shown });
    }
  }

  #bookmark(row: number): void {
    this.#progress.bookmark(this.#context, this.#scope, row);
  }

  #close(row: number): void {
    const { watches } = this.#context.expected.history;
    if (intAt(watches.version, row) !== none) this.#progress.due(this.#context, this.#scope, row);
  }
}

/** Whether a version precedes an object's initial state. The order of writes is then unknown. */
function isBeforeInitial(expected: ExpectedChanges, object: number, version: number): boolean {
  const first = rowAt(expected, object, 0);
  if (expected.ranks === undefined || first === none) return false;
  const isInitial = intAt(expected.change, first) === change.initial;
  return isInitial && rankOf(expected, version) < floatAt(expected.rank, first);
}
