import type { Convergence } from "./supplement.ts";

export interface ReportedVersion {
  readonly kind: string;
  readonly about: string;
  readonly version: string;
  readonly atMs: number;
}

/** Maximum number of delays to keep per kind. When it is exceeded, every other delay is dropped. */
const maxDelays = 2048;

/** Maximum number of pending versions. It suffices, because a write and its event are close together. */
const maxVersions = 20_000;

interface Series {
  count: number;
  /** Every `stride`-th pair is kept. */
  stride: number;
  delaysMs: number[];
}

/** Pairs the acknowledgement of each write with the first event for its version. */
export class ConvergenceTimes {
  readonly #acknowledged = new Map<string, number>();
  readonly #seen = new Map<string, number>();
  readonly #series = new Map<string, Series>();

  acknowledged(reported: ReportedVersion): void {
    const name = nameOf(reported);
    // A write without a change returns a known version.
    if (this.#acknowledged.has(name)) return;
    remember(this.#acknowledged, name, reported.atMs);
    const seenMs = this.#seen.get(name);
    if (seenMs !== undefined) this.#add(reported.kind, seenMs - reported.atMs);
  }

  seen(reported: ReportedVersion): void {
    const name = nameOf(reported);
    if (this.#seen.has(name)) return;
    remember(this.#seen, name, reported.atMs);
    const acknowledgedMs = this.#acknowledged.get(name);
    if (acknowledgedMs !== undefined) this.#add(reported.kind, reported.atMs - acknowledgedMs);
  }

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
    if (series.delaysMs.length <= maxDelays) return;
    series.delaysMs = series.delaysMs.filter((_, i) => i % 2 === 0);
    series.stride *= 2;
  }
}

function remember(known: Map<string, number>, name: string, atMs: number): void {
  known.set(name, atMs);
  if (known.size <= maxVersions) return;
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}

function nameOf({ about, version }: ReportedVersion): string {
  return `${about} ${version}`;
}
