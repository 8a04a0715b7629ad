import type { Resource, WatchEvent } from "#contract";
import { isRefusal, refuse, RefusedError } from "../values/refusal.ts";
import type { Refusal } from "../values/refusal.ts";
import type { LogEntry, Watcher, WatchRequest } from "../kinds/store-requests.ts";
import type { Rules } from "../rules/rules.ts";
import { RetainedEvents } from "./retained-events.ts";
import type { RetainedEventsOptions } from "./retained-events.ts";
import { EventQueue } from "./event-queue.ts";

/** Runs an action on demand, at most once per interval. */
export class Throttle implements Disposable {
  readonly #intervalMs: number;
  readonly #action: () => void;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(intervalMs: number, action: () => void) {
    this.#intervalMs = intervalMs;
    this.#action = action;
  }

  /** Schedules the action for the end of the current interval. If no interval is active, starts one. */
  soon(): void {
    if (this.#ended || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#action();
    }, this.#intervalMs);
  }

  [Symbol.dispose](): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}

export interface WatchLogOptions extends RetainedEventsOptions {
  readonly rules: Rules;
  /** Maximum lag of a watch, in events, not counting initial and replayed events. */
  readonly queuedEvents: number;
  readonly openWatches: number;
  readonly bookmarkIntervalMs: number;
  readonly bookmarkChanges: number;
}

interface OpenWatch {
  readonly watcher: Watcher;
  readonly stream: EventQueue;
  readonly capacity: number;
}

/**
 * The changes in version order, and the open watches. Owns the newest version. A watch replays changes and subscribes
 * in the same turn of the event loop, so it misses none. Disposing closes all watches.
 */
export class WatchLog implements Disposable {
  readonly #options: WatchLogOptions;
  #retained: RetainedEvents;
  readonly #open = new Set<OpenWatch>();
  /** The version of the last bookmark sent to each watch. */
  readonly #sent = new WeakMap<OpenWatch, number>();
  readonly #bookmarks: Throttle;
  #changesWithoutBookmark = 0;
  #newest: number;
  #opened = 0;

  constructor(options: WatchLogOptions) {
    this.#options = options;
    this.#retained = new RetainedEvents(options);
    this.#bookmarks = new Throttle(options.bookmarkIntervalMs, () =>
      this.#bookmarkAll("those that have caught up"),
    );
    this.#newest = options.firstVersion;
  }

  get newest(): number {
    return this.#newest;
  }

  get openWatches(): number {
    return this.#open.size;
  }

  record(version: number, entries: readonly LogEntry[]): void {
    this.#newest = Math.max(this.#newest, version);
    for (const entry of entries) {
      this.#retained.add(entry);
      for (const open of this.#open) this.#offer(open, entry);
    }
    if (this.#open.size === 0) return;
    this.#bookmarks.soon();
    this.#changesWithoutBookmark += entries.length;
    if (this.#changesWithoutBookmark >= this.#options.bookmarkChanges) this.#bookmarkAll("all");
  }

  /** Drops all changes, as if `version` were the newest version and no change had been retained. */
  rewind(version: number): void {
    this.#newest = version;
    this.#retained = new RetainedEvents({ ...this.#options, firstVersion: version });
  }

  /**
   * Opens a watch that starts with the current state, after a version, or with the next change. The caller must already
   * be authorized. `listNow` returns all objects that the filter selects.
   */
  watch(request: WatchRequest, listNow: () => readonly Resource[]): EventQueue | Refusal {
    const { rules, openWatches, queuedEvents } = this.#options;
    if (this.#open.size >= openWatches) return tooManyWatches;
    const { kind } = request.filter;
    const after = rules.startAfter(request.cursor, this.#retained.range(kind, this.#newest));
    if (typeof after !== "number") return after;
    this.#opened += 1;
    const stream = new EventQueue(() => this.#open.delete(open));
    const watcher: Watcher = {
      ...request,
      id: this.#opened,
      queuedEvents: () => stream.queuedEvents,
    };
    const initial = request.initialEvents
      ? rules.initialEvents(listNow(), this.#newest, watcher)
      : [];
    const replayed = rules.replay(this.#retained.of(kind), after, watcher);
    const open: OpenWatch = {
      watcher,
      stream,
      capacity: rules.mostQueued(queuedEvents) + initial.length + replayed.length,
    };
    this.#open.add(open);
    for (const event of initial) this.#deliver(open, event);
    for (const entry of replayed) this.#offer(open, entry);
    this.#bookmarks.soon();
    return open.stream;
  }

  [Symbol.dispose](): void {
    this.#bookmarks[Symbol.dispose]();
    for (const { stream } of this.#open) void stream.return();
  }

  #offer(open: OpenWatch, entry: LogEntry): void {
    const { rules } = this.#options;
    const { filter } = open.watcher;
    const selects = (object: Resource): boolean => rules.selects(filter, object, "watch");
    const event = rules.eventFor(entry, selects, open.watcher);
    if (event !== undefined) this.#deliver(open, event);
  }

  #deliver({ watcher, stream, capacity }: OpenWatch, event: WatchEvent): void {
    const { rules } = this.#options;
    rules.deliver(event, watcher, (sent) => {
      if (stream.queuedEvents < capacity) {
        stream.push(sent);
        if (rules.isOver(sent, watcher)) stream.finish();
        return undefined;
      }
      const refusal = rules.overflow(watcher);
      return isRefusal(refusal) ? stream.fail(new RefusedError(refusal)) : undefined;
    });
  }

  /**
   * Sends bookmarks. With `those that have caught up`, readers that lag get their bookmark later. A bookmark never
   * closes a watch.
   */
  #bookmarkAll(whom: "all" | "those that have caught up"): void {
    this.#changesWithoutBookmark = 0;
    for (const open of this.#open) {
      if ((this.#sent.get(open) ?? 0) >= this.#newest) continue;
      const { watcher, stream, capacity } = open;
      const mostBehind = whom === "all" ? capacity - 1 : 0;
      if (watcher.bookmarks && stream.queuedEvents > mostBehind) {
        this.#bookmarks.soon();
        continue;
      }
      const bookmark = this.#options.rules.bookmark(this.#newest, watcher);
      if (bookmark === undefined) continue;
      this.#sent.set(open, this.#newest);
      this.#deliver(open, bookmark);
    }
  }
}

const tooManyWatches = refuse("RATE_LIMITED", "The server has too many open watches.", {
  reason: "TooManyWatches",
  retryAfterSeconds: 1,
});
