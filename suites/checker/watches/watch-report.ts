import type { WatchAnomaly } from "../history/anomaly.ts";
import { factsOfLines } from "../history/cited-line.ts";
import { intAt } from "../history/columns.ts";
import { sentenceOf } from "../history/facts.ts";
import { none } from "../objects/object-history.ts";
import type { ExpectedChanges } from "./expected-changes.ts";
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

  anomalies(): readonly WatchAnomaly[] {
    if (this.#findings.length === 0) return [];
    const rows = this.#rows();
    return this.#findings.map((finding) => this.#describe(finding, rows));
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
