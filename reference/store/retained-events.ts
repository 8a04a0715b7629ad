import type { LogEntry, LogRange } from "../kinds/requests.ts";

/** What bounds the retained events. */
export interface RetainedEventsOptions {
  /** How many changes of one kind are kept. */
  readonly retainedEvents: number;
  /** Of how many kinds changes are kept. */
  readonly retainedKinds: number;
  /** The version before the first change. */
  readonly firstVersion: number;
}

/**
 * The latest changes of every kind. Each kind has a window of its own, so that a busy one does not
 * cost the watches of a quiet one their place.
 */
export class RetainedEvents {
  readonly #options: RetainedEventsOptions;
  /** The kind that changed last is at the end. */
  readonly #kinds = new Map<string, LogEntry[]>();
  /** The newest version of each of these kinds that is not kept, whether there was a change or not. */
  readonly #oldest = new Map<string, number>();
  /** The same for every other kind: it may have been dropped as a whole. */
  #forgotten: number;

  constructor(options: RetainedEventsOptions) {
    this.#options = options;
    this.#forgotten = options.firstVersion;
  }

  /** Keeps a change, and drops what becomes too much. */
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

  /** The changes of a kind, oldest first. */
  of(kind: string): readonly LogEntry[] {
    return this.#kinds.get(kind) ?? [];
  }

  /** What is known of a kind, given the newest version of the server. */
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
