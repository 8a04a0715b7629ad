import type { DueChanges } from "./due-changes.ts";
import type { WatchReport } from "./watch-report.ts";
import type { World } from "./expected-changes.ts";

export interface WatchContext {
  readonly world: World;
  readonly due: DueChanges;
  readonly report: WatchReport;
}
