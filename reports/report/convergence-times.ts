import type { Convergence } from "./supplement.ts";

/** A version of an object, and when it was told. */
export interface Told {
  readonly kind: string;
  readonly about: string;
  readonly version: string;
  /** Milliseconds since the start of the run. */
  readonly atMs: number;
}

/** At most N delays of one kind are kept; beyond that, every second one is dropped, repeatedly. */
const mostDelays = 2048;

/** At most N versions are kept at a time: a write and its event are never far apart. */
const mostVersions = 20_000;

interface Series {
  count: number;
  /** One of N pairs is kept. */
  stride: number;
  delaysMs: number[];
}

/** Pairs the acknowledgement of each write with the first event that showed its version. */
export class ConvergenceTimes {
  readonly #acknowledged = new Map<string, number>();
  readonly #seen = new Map<string, number>();
  readonly #series = new Map<string, Series>();

  /** A write was answered with a version. */
  acknowledged(told: Told): void {
    const name = nameOf(told);
    // A write that changes nothing is answered with a version that has been told before.
    if (this.#acknowledged.has(name)) return;
    remember(this.#acknowledged, name, told.atMs);
    const seenMs = this.#seen.get(name);
    if (seenMs !== undefined) this.#add(told.kind, seenMs - told.atMs);
  }

  /** An event showed a version. */
  seen(told: Told): void {
    const name = nameOf(told);
    if (this.#seen.has(name)) return;
    remember(this.#seen, name, told.atMs);
    const acknowledgedMs = this.#acknowledged.get(name);
    if (acknowledgedMs !== undefined) this.#add(told.kind, told.atMs - acknowledgedMs);
  }

  /** One series for each kind, by name. */
  list(): readonly Convergence[] {
    return [...this.#series]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([kind, { count, delaysMs }]) => ({
        kind,
        count,
        delaysMs: delaysMs.toSorted((left, right) => left - right),
      }));
  }

  #add(kind: string, delayMs: number): void {
    const series = this.#series.get(kind) ?? { count: 0, stride: 1, delaysMs: [] };
    this.#series.set(kind, series);
    if (series.count % series.stride === 0) series.delaysMs.push(delayMs);
    series.count += 1;
    if (series.delaysMs.length <= mostDelays) return;
    series.delaysMs = series.delaysMs.filter((_, i) => i % 2 === 0);
    series.stride *= 2;
  }
}

/** Adds what is known of a version, and forgets the oldest where there are too many. */
function remember(known: Map<string, number>, name: string, atMs: number): void {
  known.set(name, atMs);
  if (known.size <= mostVersions) return;
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}

function nameOf({ about, version }: Told): string {
  return `${about} ${version}`;
}
