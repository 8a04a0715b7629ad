import type { WatchAnomaly } from "../history/anomaly.ts";
import { intAt } from "../history/columns.ts";
import { none } from "../objects/object-history.ts";
import { sentenceOf } from "../history/facts.ts";
import { witnessOfLines } from "../history/witness-line.ts";
import { citeFinding, countsOf } from "./watch-cites.ts";
import { isSkip, type WatchFinding } from "./watch-finding.ts";
import type { World } from "./world.ts";

/** Maximum number of reported anomalies per watch. */
const mostAnomalies = 16;

/** Collects the anomalies of one watch. */
export class WatchReport {
  readonly #world: World;
  readonly #watch: number;
  readonly #rows: () => readonly number[];
  #findings: WatchFinding[] = [];

  constructor(world: World, watch: number, rows: () => readonly number[]) {
    this.#world = world;
    this.#watch = watch;
    this.#rows = rows;
  }

  add(finding: WatchFinding): void {
    if (this.#findings.length < mostAnomalies) this.#findings.push(finding);
  }

  /** Withdraws a finding: a change reported as skipped arrived later, so it is out of order, not missing. */
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
    const world = this.#world;
    const { history } = world;
    const maker = changed === none ? none : intAt(world.row, changed);
    const lines = [
      intAt(history.watches.line, row),
      ...(maker === none ? [] : [intAt(history.operations.line, maker)]),
    ];
    const also = citeFinding(world, finding, rows);
    const witness = [
      ...witnessOfLines(history, type, { own: also.slice(0, 1), also }),
      ...countsOf(world, finding, rows),
    ];
    return {
      kind: "watch",
      watch: history.texts.watches[this.#watch] ?? "",
      type,
      operations: lines,
      witness,
      message: sentenceOf(witness),
    };
  }
}
