import type { LogEntry, LogRange } from "../kinds/store-requests.ts";

export interface RetainedEventsOptions {
  readonly retainedEvents: number;
  readonly retainedKinds: number;
  readonly firstVersion: number;
}

/**
 * The latest changes of each kind. Each kind has its own window, so that frequent changes to one kind do not expire
 * watches of another.
 */
export class RetainedEvents {
  readonly #options: RetainedEventsOptions;
  /** The retained changes by kind, ordered by the last change of the kind, oldest first. */
  readonly #kinds = new Map<string, LogEntry[]>();
  /** The newest version that is no longer retained, by kind. */
  readonly #oldest = new Map<string, number>();
  /**
   * The newest version that is no longer retained, for kinds without an entry in `#oldest`. All changes of such a kind
   * may have been evicted.
   */
  #forgotten: number;

  constructor(options: RetainedEventsOptions) {
    this.#options = options;
    this.#forgotten = options.firstVersion;
  }

  add(entry: LogEntry): void {
    const { kind } = entry.object;
    const { oldest } = this.range(kind, entry.version);
    const entries = this.#kinds.get(kind) ?? [];
    entries.push(entry);
    const dropped = entries.length > this.#options.retainedEvents ? entries.shift() : undefined;
    this.#kinds.delete(kind);
    this.#kinds.set(kind, entries);
    this.#oldest.set(kind, dropped?.version ?? oldest);
    if (this.#kinds.size > this.#options.retainedKinds) this.#forgetQuietest();
  }

  of(kind: string): readonly LogEntry[] {
    return this.#kinds.get(kind) ?? [];
  }

  range(kind: string, newest: number): LogRange {
    return { oldest: this.#oldest.get(kind) ?? this.#forgotten, newest };
  }

  #forgetQuietest(): void {
    const [quietest] = this.#kinds;
    if (quietest === undefined) return;
    const [kind, entries] = quietest;
    this.#kinds.delete(kind);
    this.#oldest.delete(kind);
    this.#forgotten = Math.max(this.#forgotten, entries.at(-1)?.version ?? 0);
  }
}
