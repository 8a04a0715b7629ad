import type { WatchAnomaly } from "../history/anomaly.ts";
import { compareChanges } from "./changes-shown.ts";
import type { Commits } from "../objects/commits.ts";
import { DueChanges } from "./due-changes.ts";
import type { History } from "../history/history.ts";
import { knownChanges } from "./known-changes.ts";
import { inferFromWatches } from "./infer-from-watches.ts";
import { WatchLines } from "./watch-lines.ts";
import { Progress } from "./watch-progress.ts";
import { WatchReport } from "./watch-report.ts";
import { WatchStream } from "./watch-stream.ts";
import { watchesInTime } from "./watches-in-time.ts";
import { expectedChangesOf } from "./expected-changes.ts";

/**
 * Checks the watches against the changes of the operations: events must arrive in order and exactly once, none may be
 * missing, even after a resumption, and bookmarks must be correct.
 */
export function checkWatches(recorded: History, commits: Commits): readonly WatchAnomaly[] {
  const history = watchesInTime(recorded);
  const lines = new WatchLines(compareChanges(knownChanges(history, commits)));
  inferFromWatches(history, commits, lines.unclearRows());
  const expected = expectedChangesOf(history, commits);
  lines.clear(compareChanges(expected));
  const due = new DueChanges(expected);
  const progress = new Progress(expected);
  return history.texts.watches.flatMap((_, watch) => {
    const report = new WatchReport(expected, watch, () => lines.rowsOf(watch));
    new WatchStream({ expected, due, report }, progress).takeAll(lines, watch);
    return report.anomalies();
  });
}
