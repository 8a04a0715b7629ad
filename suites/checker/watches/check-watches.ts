import type { WatchAnomaly } from "../anomaly.ts";
import { changesShown } from "./changes-shown.ts";
import { intAt } from "../columns.ts";
import type { Commits } from "../commits.ts";
import { DueChanges } from "./due-changes.ts";
import { isEvent } from "./event-content.ts";
import type { History } from "../history.ts";
import { knownChanges } from "./known-changes.ts";
import { none } from "../objects/object-history.ts";
import { orderOf } from "../order.ts";
import { learnFromWatches } from "./watch-lessons.ts";
import { WatchLines } from "./watch-lines.ts";
import { Progress } from "./watch-progress.ts";
import { WatchReport } from "./watch-report.ts";
import { WatchStream } from "./watch-stream.ts";
import { worldOf, type World } from "./world.ts";

/**
 * Checks what the watches showed against the changes that the operations made: that it came in order,
 * once, whole, without a gap, also after a resumption, and that bookmarks tell the truth.
 */
export function checkWatches(history: History, commits: Commits): readonly WatchAnomaly[] {
  const { watches, texts } = history;
  const inTime = orderOf(watches.time);
  const shown = changesShown(knownChanges(history, commits), inTime);
  const world = learnWorld({ history, commits, inTime, shown });
  const lines = new WatchLines({ history, rows: inTime, shown });
  const due = new DueChanges(world);
  const progress = new Progress(world);
  return texts.watches.flatMap((_, watch) => {
    const report = new WatchReport(world, watch);
    new WatchStream({ world, due, report }, progress).takeAll(lines, watch);
    return report.anomalies();
  });
}

interface Showing {
  readonly history: History;
  readonly commits: Commits;
  /** The lines in time order, and the change that each shows just as it was. */
  readonly inTime: Int32Array;
  readonly shown: Int32Array;
}

/** Learns from the events that show nothing that is known, and looks at them again. */
function learnWorld({ history, commits, inTime, shown }: Showing): World {
  const unclear: number[] = [];
  for (let at = 0; at < shown.length; at += 1) {
    if (intAt(shown, at) === none && isEvent(history, intAt(inTime, at))) unclear.push(at);
  }
  const rows = Int32Array.from(unclear, (at) => intAt(inTime, at));
  learnFromWatches(history, commits, rows);
  const world = worldOf(history, commits);
  const cleared = changesShown(world, rows);
  unclear.forEach((at, i) => {
    shown[at] = intAt(cleared, i);
  });
  return world;
}
