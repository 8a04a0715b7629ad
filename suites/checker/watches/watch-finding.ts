import type { WatchAnomalyType } from "../history/anomaly.ts";

/** What is wrong with one line of a watch. */
export interface WatchFinding {
  readonly type: WatchAnomalyType;
  /** Row of the line in the watch columns. */
  readonly row: number;
  /** The change that it concerns; `none` without one. */
  readonly change: number;
}

/** Tells anomalies that say that a change was not shown when it should have been. */
export function isSkip(type: WatchAnomalyType): boolean {
  return type === "missing-event" || type === "resume-gap" || type === "bookmark-ahead";
}
