import { floatAt, intAt } from "./columns.ts";
import { change } from "./commits.ts";
import { isInScope, type DueChanges, type Scope } from "./due-changes.ts";
import { watchEventTypes, type WatchEventType } from "./history.ts";
import { none } from "./object-history.ts";
import type { Progress } from "./watch-progress.ts";
import type { WatchReport } from "./watch-report.ts";
import { rankOf, rowAt } from "./world-places.ts";
import { changeShown, type World } from "./world.ts";

/** What one watch is checked against, and where its faults go. */
export interface WatchContext {
  readonly world: World;
  readonly due: DueChanges;
  readonly report: WatchReport;
}

/** Checks one watch, line by line, in constant time for each event. */
export class WatchStream {
  readonly #context: WatchContext;
  readonly #progress: Progress;
  #scope: Scope = { object: none };

  constructor(context: WatchContext, progress: Progress) {
    this.#context = context;
    this.#progress = progress;
  }

  /** Takes the next line. */
  take(row: number): void {
    const { watches } = this.#context.world.history;
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
    const { watches, texts } = this.#context.world.history;
    const namespace = texts.namespaces[intAt(watches.namespace, row)];
    const object = intAt(watches.object, row);
    this.#scope = namespace === undefined ? { object } : { object, prefix: `${namespace}/` };
    this.#progress.open(this.#context, row);
  }

  #event(row: number, type: WatchEventType): void {
    const { world, report } = this.#context;
    const { watches, texts } = world.history;
    const object = intAt(watches.object, row);
    if (!isInScope(this.#scope, object, texts.objects)) {
      report.add({ type: "event-outside-scope", row, change: none });
      return;
    }
    const version = intAt(watches.version, row);
    const shown = changeShown(world, row, type === "DELETED");
    if (shown === none && isBeforeInitial(world, object, version)) return;
    if (shown === none) {
      const other = changeShown(world, row, type !== "DELETED");
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
    const { world, report } = this.#context;
    const { watches } = world.history;
    const isTorn =
      (type !== "DELETED" && differs(watches.value, row, intAt(world.value, shown))) ||
      differs(watches.uid, row, intAt(world.uid, shown));
    if (isTorn) report.add({ type: "torn-event", row, change: shown });
    if (floatAt(watches.time, row) < floatAt(world.invoke, shown)) {
      report.add({ type: "early-event", row, change: shown });
    }
    if (type !== "DELETED" && this.#isMistyped(row, type, shown)) {
      report.add({ type: "wrong-event-type", row, change: shown });
    }
  }

  /** A watch may begin with the current state, which it shows as added whatever made it. */
  #isMistyped(row: number, type: WatchEventType, shown: number): boolean {
    const { world } = this.#context;
    if (intAt(world.change, shown) === change.initial) return false;
    const isCreation = intAt(world.change, shown) === change.create;
    if (isCreation === (type === "ADDED")) return false;
    const object = intAt(world.history.watches.object, row);
    return !(type === "ADDED" && this.#progress.mayBeCurrentState(object));
  }

  #bookmark(row: number): void {
    this.#progress.bookmark(this.#context, this.#scope, row);
  }

  #close(row: number): void {
    const { watches } = this.#context.world.history;
    if (intAt(watches.version, row) !== none) this.#progress.due(this.#context, this.#scope, row);
  }
}

/** What was written before the state that an object had at first is not known. */
function isBeforeInitial(world: World, object: number, version: number): boolean {
  const first = rowAt(world, object, 0);
  if (world.ranks === undefined || first === none) return false;
  const isInitial = intAt(world.change, first) === change.initial;
  return isInitial && rankOf(world, version) < floatAt(world.rank, first);
}

function differs(column: Int32Array, row: number, known: number): boolean {
  const shown = intAt(column, row);
  return shown !== none && known !== none && shown !== known;
}
