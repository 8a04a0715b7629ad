import { describeAnomaly, type WatchAnomaly, type WatchAnomalyType } from "../history/anomaly.ts";
import { intAt } from "../history/columns.ts";
import { change } from "../objects/commits.ts";
import { watchEventTypes } from "../history/history.ts";
import { none } from "../objects/object-history.ts";
import { describeOperation } from "../history/operation-text.ts";
import type { World } from "./world.ts";

/** The most anomalies that are reported of one watch. */
const mostAnomalies = 16;

/** What is wrong with one line of a watch. */
export interface WatchFinding {
  readonly type: WatchAnomalyType;
  /** Row of the line in the watch columns. */
  readonly row: number;
  /** The change that it concerns; `none` without one. */
  readonly change: number;
}

/** Collects what is wrong with one watch. */
export class WatchReport {
  readonly #world: World;
  readonly #watch: number;
  #findings: WatchFinding[] = [];

  constructor(world: World, watch: number) {
    this.#world = world;
    this.#watch = watch;
  }

  add(finding: WatchFinding): void {
    if (this.#findings.length < mostAnomalies) this.#findings.push(finding);
  }

  /** A change that was reported as skipped has arrived after all: it is out of order, not missing. */
  withdraw(missing: number): void {
    this.#findings = this.#findings.filter(
      ({ type, change: skipped }) => skipped !== missing || !isSkip(type),
    );
  }

  anomalies(): readonly WatchAnomaly[] {
    return this.#findings.map((finding) => this.#describe(finding));
  }

  #describe({ type, row, change: changed }: WatchFinding): WatchAnomaly {
    const world = this.#world;
    const { history } = world;
    const maker = changed === none ? none : intAt(world.row, changed);
    const lines = [
      intAt(history.watches.line, row),
      ...(maker === none ? [] : [intAt(history.operations.line, maker)]),
    ];
    const made = maker === none ? "" : `, made by ${describeOperation(history, maker)}`;
    const subject =
      changed === none ? "" : `; it concerns ${describeChange(world, changed)}${made}`;
    return {
      kind: "watch",
      watch: history.texts.watches[this.#watch] ?? "",
      type,
      operations: lines,
      message: `${describeAnomaly(type)}: ${describeLine(world, row)}${subject}`,
    };
  }
}

/** Tells anomalies that say that a change was not shown when it should have been. */
export function isSkip(type: WatchAnomalyType): boolean {
  return type === "missing-event" || type === "resume-gap" || type === "bookmark-ahead";
}

function describeLine({ history }: World, row: number): string {
  const { watches, texts } = history;
  const type = watchEventTypes[intAt(watches.event, row)];
  const object = texts.objects[intAt(watches.object, row)];
  const version = texts.versions[intAt(watches.version, row)];
  const of = object === undefined ? "" : ` of ${object}`;
  const at = version === undefined ? "" : ` at version ${version}`;
  return `${type}${of}${at} (line ${intAt(watches.line, row)})`;
}

function describeChange({ history, ...world }: World, row: number): string {
  const object = history.texts.objects[intAt(world.object, row)];
  const version = history.texts.versions[intAt(world.version, row)];
  if (intAt(world.change, row) === change.delete) return `the deletion of ${object}`;
  return `version ${version} of ${object}`;
}
