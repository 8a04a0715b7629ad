import type { WatchAnomaly } from "../history/anomaly.ts";
import { compareChanges } from "./changes-shown.ts";
import type { Commits } from "../objects/commits.ts";
import { DueChanges } from "./due-changes.ts";
import type { History, WatchColumns } from "../history/history.ts";
import { knownChanges } from "./known-changes.ts";
import { inferFromWatches } from "./infer-from-watches.ts";
import { WatchLines } from "./watch-lines.ts";
import { Progress } from "./watch-progress.ts";
import { WatchReport } from "./watch-report.ts";
import { WatchStream } from "./watch-checker.ts";
import { expectedChangesOf } from "./expected-changes.ts";
import { floatAt, intAt } from "../history/columns.ts";
import { orderOf } from "../history/order.ts";

export interface JudgedWatches {
  readonly anomalies: readonly WatchAnomaly[];
  /** Objects whose events contradict a guess about which write created a version. Another guess may be right. */
  readonly undecided: ReadonlySet<number>;
}

export function checkWatches(recorded: History, commits: Commits): JudgedWatches {
  const history = watchesInTime(recorded);
  const lines = new WatchLines(compareChanges(knownChanges(history, commits)));
  inferFromWatches(history, commits, lines.unclearRows());
  const expected = expectedChangesOf(history, commits);
  lines.clear(compareChanges(expected));
  const due = new DueChanges(expected);
  const progress = new Progress(expected);
  const undecided = new Set<number>();
  const anomalies = history.texts.watches.flatMap((_, watch) => {
    const report = new WatchReport(expected, watch, () => lines.rowsOf(watch));
    new WatchStream({ expected, due, report }, progress).takeAll(lines, watch);
    return report.anomalies(commits.guessed, undecided);
  });
  return { anomalies, undecided };
}

function watchesInTime(history: History): History {
  const { watches } = history;
  if (isAscending(watches.time)) return history;
  const order = orderOf(watches.time);
  const ordered = (column: Int32Array): Int32Array => inOrder(column, order);
  const columns: WatchColumns = {
    count: watches.count,
    watch: ordered(watches.watch),
    event: ordered(watches.event),
    time: timesInOrder(watches.time, order),
    object: ordered(watches.object),
    namespace: ordered(watches.namespace),
    version: ordered(watches.version),
    uid: ordered(watches.uid),
    value: ordered(watches.value),
    line: ordered(watches.line),
  };
  const { versions, initials, operations, texts } = history;
  return { versions, initials, operations, watches: columns, texts };
}

function inOrder(column: Int32Array, order: Int32Array): Int32Array {
  const ordered = new Int32Array(order.length);
  for (let at = 0; at < order.length; at += 1) ordered[at] = intAt(column, intAt(order, at));
  return ordered;
}

function timesInOrder(column: Float64Array, order: Int32Array): Float64Array {
  const ordered = new Float64Array(order.length);
  for (let at = 0; at < order.length; at += 1) ordered[at] = floatAt(column, intAt(order, at));
  return ordered;
}

function isAscending(column: Float64Array): boolean {
  for (let row = 1; row < column.length; row += 1) {
    if (floatAt(column, row) < floatAt(column, row - 1)) return false;
  }
  return true;
}
