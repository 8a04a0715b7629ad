import type { DueChanges } from "./due-changes.ts";
import type { WatchReport } from "./watch-report.ts";
import type { ExpectedChanges } from "./expected-changes.ts";

export interface WatchContext {
  readonly expected: ExpectedChanges;
  readonly due: DueChanges;
  readonly report: WatchReport;
}
