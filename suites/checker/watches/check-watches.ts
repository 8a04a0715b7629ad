import type { WatchAnomaly } from "../history/anomaly.ts";
import { compareChanges } from "./changes-shown.ts";
import type { Commits } from "../objects/commits.ts";
import { DueChanges } from "./due-changes.ts";
import type { History } from "../history/history.ts";
import { knownChanges } from "./known-changes.ts";
import { learnFromWatches } from "./watch-lessons.ts";
import { WatchLines } from "./watch-lines.ts";
import { Progress } from "./watch-progress.ts";
import { WatchReport } from "./watch-report.ts";
import { WatchStream } from "./watch-stream.ts";
import { watchesInTime } from "./watches-in-time.ts";
import { worldOf } from "./world.ts";

/**
 * Checks the watches against the changes of the operations: events must arrive in order and exactly once, none may be
 * missing, even after a resumption, and bookmarks must be correct.
 */
export function checkWatches(recorded: History, commits: Commits): readonly WatchAnomaly[] {
  const history = watchesInTime(recorded);
  const lines = new WatchLines(compareChanges(knownChanges(history, commits)));
  learnFromWatches(history, commits, lines.unclearRows());
  const world = worldOf(history, commits);
  lines.clear(compareChanges(world));
  const due = new DueChanges(world);
  const progress = new Progress(world);
  return history.texts.watches.flatMap((_, watch) => {
    const report = new WatchReport(world, watch, () => lines.rowsOf(watch));
    new WatchStream({ world, due, report }, progress).takeAll(lines, watch);
    return report.anomalies();
  });
}
