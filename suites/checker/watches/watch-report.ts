import type { WatchAnomaly } from "../history/anomaly.ts";
import { factsOfLines } from "../history/cited-line.ts";
import { floatAt, intAt } from "../history/columns.ts";
import { sentenceOf } from "../history/facts.ts";
import { none } from "../objects/object-history.ts";
import type { ExpectedChanges } from "./expected-changes.ts";
import { eventTypes, isEvent } from "./event-content.ts";
import { citeFinding, countsOf, isSkip } from "./watch-cites.ts";
import type { WatchFinding } from "./watch-cites.ts";

/** Maximum number of reported anomalies per watch. */
const maxAnomalies = 16;

export class WatchReport {
  readonly #world: ExpectedChanges;
  readonly #watch: number;
  readonly #rows: () => readonly number[];
  #findings: WatchFinding[] = [];

  constructor(expected: ExpectedChanges, watch: number, rows: () => readonly number[]) {
    this.#world = expected;
    this.#watch = watch;
    this.#rows = rows;
  }

  add(finding: WatchFinding): void {
    if (this.#findings.length < maxAnomalies) this.#findings.push(finding);
  }

  /**
   * Withdraws the finding that the watch skipped a change. The change arrived later, so it is out of order and not
   * missing.
   */
  withdraw(missing: number): void {
    this.#findings = this.#findings.filter(
      ({ type, change: skipped }) => skipped !== missing || !isSkip(type),
    );
  }

  /** Returns the anomalies. Adds the objects to `undecided` whose changes were guessed, and omits their findings. */
  anomalies(guessed: ReadonlySet<number>, undecided: Set<number>): readonly WatchAnomaly[] {
    if (this.#findings.length === 0) return [];
    const rows = this.#rows();
    return this.#findings.flatMap((finding) => {
      const object = this.#objectOf(finding);
      if (!guessed.has(object) || this.#isCertain(finding, rows))
        return [this.#describe(finding, rows)];
      undecided.add(object);
      return [];
    });
  }

  /** Whether a finding does not depend on which write created a version. */
  #isCertain({ type, change, row }: WatchFinding, rows: readonly number[]): boolean {
    if (type === "duplicate-event") return true;
    const { history, row: makers, version: versions } = this.#world;
    const { watches, operations } = history;
    if (type === "event-out-of-order") {
      const earlier = rows.slice(0, rows.indexOf(row));
      return earlier.some((one) => this.#isNewer(one, row));
    }
    if (!isSkip(type) || change === none) return false;
    const maker = intAt(makers, change);
    const version = intAt(versions, change);
    const isAcknowledged =
      maker !== none && version !== none && intAt(operations.version, maker) === version;
    return isAcknowledged && rows.every((one) => intAt(watches.version, one) !== version);
  }

  /** Whether the first of two events shows a newer version. The version of a deletion may be the last one before it. */
  #isNewer(first: number, second: number): boolean {
    const { history, ranks } = this.#world;
    const { event, version } = history.watches;
    if (ranks === undefined) return false;
    const areStates = [first, second].every(
      (row) => isEvent(history, row) && intAt(event, row) !== eventTypes.deleted,
    );
    return (
      areStates && floatAt(ranks, intAt(version, first)) > floatAt(ranks, intAt(version, second))
    );
  }

  #objectOf({ change, row }: WatchFinding): number {
    const { history, object } = this.#world;
    return change === none ? intAt(history.watches.object, row) : intAt(object, change);
  }

  #describe(finding: WatchFinding, rows: readonly number[]): WatchAnomaly {
    const { type, row, change: changed } = finding;
    const expected = this.#world;
    const { history } = expected;
    const maker = changed === none ? none : intAt(expected.row, changed);
    const lines = [
      intAt(history.watches.line, row),
      ...(maker === none ? [] : [intAt(history.operations.line, maker)]),
    ];
    const also = citeFinding(expected, finding, rows);
    const counterexample = [
      ...factsOfLines(history, type, { own: also.slice(0, 1), also }),
      ...countsOf(expected, finding, rows),
    ];
    return {
      kind: "watch",
      watch: history.texts.watches[this.#watch] ?? "",
      type,
      operations: lines,
      counterexample,
      message: sentenceOf(counterexample),
    };
  }
}
