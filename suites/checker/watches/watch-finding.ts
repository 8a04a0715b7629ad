import type { WatchAnomalyType } from "../history/anomaly.ts";

export interface WatchFinding {
  readonly type: WatchAnomalyType;
  readonly row: number;
  readonly change: number;
}

/** Whether the anomaly is a change that was not shown in time. */
export function isSkip(type: WatchAnomalyType): boolean {
  return type === "missing-event" || type === "resume-gap" || type === "bookmark-ahead";
}
