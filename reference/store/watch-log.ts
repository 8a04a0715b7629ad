import { isRefusal, RefusedError } from "../refusal.ts";
import type { Refusal } from "../refusal.ts";
import type { Caller, Filter, LogEntry, LogRange, Watcher } from "../requests.ts";
import type { Rules } from "../rules.ts";
import { WatchStream } from "./watch-stream.ts";

/** What bounds a watch log. */
export interface WatchLogOptions {
  readonly rules: Rules;
  /** How many changes are kept for watches that start in the past. */
  readonly retainedEvents: number;
  /** How many events a reader may be behind, not counting those that it was given at the start. */
  readonly queuedEvents: number;
  /** The version before the first change. */
  readonly firstVersion: number;
}

interface OpenWatch {
  readonly watcher: Watcher;
  readonly stream: WatchStream;
  readonly capacity: number;
}

/**
 * The changes in the order of their versions, and everybody who watches them. It owns the newest
 * version. Replaying and joining happen in one turn, so no change falls between the two.
 */
export class WatchLog {
  readonly #options: WatchLogOptions;
  readonly #entries: LogEntry[] = [];
  readonly #open = new Set<OpenWatch>();
  #range: LogRange;
  #opened = 0;

  constructor(options: WatchLogOptions) {
    this.#options = options;
    this.#range = { oldest: options.firstVersion, newest: options.firstVersion };
  }

  /** The newest version of the server. */
  get newest(): number {
    return this.#range.newest;
  }

  /** How many watches are open. */
  get openWatches(): number {
    return this.#open.size;
  }

  /** Takes note of a version, and of what is to be told about it. */
  record(version: number, entries: readonly LogEntry[]): void {
    this.#range = { ...this.#range, newest: Math.max(this.#range.newest, version) };
    for (const entry of entries) {
      this.#entries.push(entry);
      for (const open of this.#open) this.#offer(open, entry);
    }
    while (this.#entries.length > this.#options.retainedEvents) {
      const dropped = this.#entries.shift();
      this.#range = { ...this.#range, oldest: dropped?.version ?? this.#range.oldest };
    }
  }

  /** Opens a watch after a version, or from now on. The caller is authorized already. */
  watch(caller: Caller, filter: Filter, cursor: string | undefined): WatchStream | Refusal {
    const { rules, queuedEvents } = this.#options;
    const after = rules.startAfter(cursor, this.#range);
    if (typeof after !== "number") return after;
    this.#opened += 1;
    const plain = { id: this.#opened, caller, filter };
    const watcher = cursor === undefined ? plain : { ...plain, cursor };
    const replayed = rules.replay(this.#entries, after, watcher);
    const open: OpenWatch = {
      watcher,
      stream: new WatchStream(() => this.#open.delete(open)),
      capacity: queuedEvents + replayed.length,
    };
    this.#open.add(open);
    for (const entry of replayed) this.#offer(open, entry);
    return open.stream;
  }

  #offer(open: OpenWatch, entry: LogEntry): void {
    const { rules } = this.#options;
    const { watcher, stream, capacity } = open;
    const selects = (object: LogEntry["object"]): boolean =>
      rules.selects(watcher.filter, object, "watch");
    const event = rules.eventFor(entry, selects, watcher);
    if (event === undefined) return;
    rules.deliver(event, watcher, (sent) => {
      if (stream.queuedEvents < capacity) return stream.push(sent);
      const refusal = rules.overflow(watcher);
      return isRefusal(refusal) ? stream.fail(new RefusedError(refusal)) : undefined;
    });
  }
}
