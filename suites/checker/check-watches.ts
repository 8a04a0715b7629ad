import type { WatchAnomaly } from "./anomaly.ts";
import { intAt } from "./columns.ts";
import type { Commits } from "./commits.ts";
import { DueChanges } from "./due-changes.ts";
import type { History } from "./history.ts";
import { orderOf, partition } from "./order.ts";
import { learnFromWatches } from "./watch-lessons.ts";
import { Progress } from "./watch-progress.ts";
import { WatchReport } from "./watch-report.ts";
import { WatchStream } from "./watch-stream.ts";
import { worldOf } from "./world.ts";

/**
 * Checks what the watches showed against the changes that the operations made: that it came in order,
 * once, whole, without a gap, also after a resumption, and that bookmarks tell the truth.
 */
export function checkWatches(history: History, commits: Commits): readonly WatchAnomaly[] {
  const { watches, texts } = history;
  const inTime = orderOf(watches.time);
  learnFromWatches(history, commits, inTime);
  const world = worldOf(history, commits);
  const due = new DueChanges(world);
  const progress = new Progress(world);
  const { order, starts } = partition(taken(watches.watch, inTime), texts.watches.length);
  return texts.watches.flatMap((_, watch) => {
    const report = new WatchReport(world, watch);
    const stream = new WatchStream({ world, due, report }, progress);
    for (let at = intAt(starts, watch); at < intAt(starts, watch + 1); at += 1) {
      stream.take(intAt(inTime, intAt(order, at)));
    }
    return report.anomalies();
  });
}

/** A column in another order of its rows. A loop, because `map` calls a function for each row. */
function taken(column: Int32Array, rows: Int32Array): Int32Array {
  const found = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i += 1) found[i] = intAt(column, intAt(rows, i));
  return found;
}
