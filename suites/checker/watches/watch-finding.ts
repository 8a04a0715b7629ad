import type { WatchAnomalyType } from "../history/anomaly.ts";

export interface WatchFinding {
  readonly type: WatchAnomalyType;
  /** Row of the line in the watch columns. */
  readonly row: number;
  /** The affected change; `none` if there is none. */
  readonly change: number;
}

/** Whether the anomaly means that a change was not shown when it should have been. */
export function isSkip(type: WatchAnomalyType): boolean {
  return type === "missing-event" || type === "resume-gap" || type === "bookmark-ahead";
}
