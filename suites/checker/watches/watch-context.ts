import type { DueChanges } from "./due-changes.ts";
import type { WatchReport } from "./watch-report.ts";
import type { World } from "./world.ts";

/** What one watch is checked against, and where its faults go. */
export interface WatchContext {
  readonly world: World;
  readonly due: DueChanges;
  readonly report: WatchReport;
}
