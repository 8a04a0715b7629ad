import type { WatchAnomaly, WatchAnomalyType } from "../history/anomaly.ts";
import type { VersionOrder, WatchLine } from "../history/history.ts";
import { HistoryError } from "./history-error.ts";
import { compareDecimals } from "../history/ranks.ts";
import { sentenceOf } from "../history/facts.ts";
import { factsOfEvents } from "../history/cited-line.ts";

/** Maximum number of reported anomalies per watch. */
const maxAnomalies = 16;

export interface WatchLinePlace {
  readonly line: number;
  readonly part: number | undefined;
}

interface Shown {
  readonly version: string;
  readonly part: number | undefined;
  readonly line: number;
  readonly event: WatchLine;
}

interface Standing {
  time: number;
  /** Whether the watch was opened after a version. If so, no event may be older than a preceding one. */
  isResumed: boolean;
  last: Shown | undefined;
  anomalies: number;
}

/**
 * Checks the order of events and bookmarks across the parts of a split history. With comparable versions, it must be
 * the version order. Keeps only the newest event of each watch.
 */
export class WatchOrder {
  readonly #versions: VersionOrder;
  readonly #standings = new Map<string, Standing>();
  readonly #anomalies: WatchAnomaly[] = [];

  constructor(versions: VersionOrder) {
    this.#versions = versions;
  }

  /**
   * Processes the next line about a watch.
   *
   * @throws HistoryError when it is older than the preceding line of the same watch.
   */
  take(event: WatchLine, place: WatchLinePlace): void {
    const standing = this.#standingOf(event, place.line);
    switch (event.event) {
      case "open":
        standing.isResumed = event.version !== undefined;
        standing.last = undefined;
        return;
      case "ADDED":
      case "MODIFIED":
        return this.#show(standing, event, place);
      case "BOOKMARK":
        return this.#mark(standing, event, place);
      case "DELETED":
      case "expired":
      case "close":
        // A DELETED event may carry the last version of its object, which can be older than the versions of other
        // objects.
        return;
    }
  }

  anomalies(): readonly WatchAnomaly[] {
    return this.#anomalies;
  }

  #standingOf({ watch, time }: WatchLine, line: number): Standing {
    const known = this.#standings.get(watch);
    if (known === undefined) {
      const first = { time, isResumed: false, last: undefined, anomalies: 0 };
      this.#standings.set(watch, first);
      return first;
    }
    if (time < known.time) {
      const problem = `watch ${watch} has the time ${time} here, but ${known.time} in an earlier line; times must not decrease in a history of this size`;
      throw new HistoryError(line, problem);
    }
    known.time = time;
    return known;
  }

  #show(standing: Standing, event: WatchLine, place: WatchLinePlace): void {
    const { version = "" } = event;
    const { last } = standing;
    if (last === undefined || !this.#isOlder(version, last.version)) {
      standing.last = { version, ...place, event };
      return;
    }
    // The check of a part covers the order of events within it.
    if (!standing.isResumed || last.part === place.part) return;
    this.#report(standing, { type: "event-out-of-order", event, line: place.line, last });
  }

  #mark(standing: Standing, event: WatchLine, { line }: WatchLinePlace): void {
    const { version = "" } = event;
    const { last } = standing;
    if (last === undefined || !this.#isOlder(version, last.version)) return;
    this.#report(standing, { type: "bookmark-backwards", event, line, last });
  }

  #isOlder(version: string, than: string): boolean {
    return this.#versions === "comparable" && compareDecimals(version, than) < 0;
  }

  #report(standing: Standing, { type, event, line, last }: Misplaced): void {
    if (standing.anomalies >= maxAnomalies) return;
    standing.anomalies += 1;
    const counterexample = factsOfEvents(type, [{ event, line }, last]);
    this.#anomalies.push({
      kind: "watch",
      watch: event.watch,
      type,
      operations: [line, last.line],
      counterexample,
      message: sentenceOf(counterexample),
    });
  }
}

interface Misplaced {
  readonly type: WatchAnomalyType;
  readonly event: WatchLine;
  readonly line: number;
  readonly last: Shown;
}
