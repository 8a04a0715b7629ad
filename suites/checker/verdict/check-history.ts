import type { Anomaly } from "../history/anomaly.ts";
import { checkObject } from "./check-object.ts";
import { checkWatches } from "../watches/check-watches.ts";
import { collectCommits, emptyCommits } from "../objects/commits.ts";
import type { History } from "../history/history.ts";
import { ObjectLoader } from "../objects/object-loader.ts";

/** An object for which all or part of the check was inconclusive. */
export interface OpenObject {
  readonly object: string;
  readonly reason: string;
}

export interface HistoryVerdict {
  /**
   * `illegal` if there is any anomaly. `undetermined` if there is none, but the check of an object was inconclusive.
   */
  readonly verdict: "legal" | "illegal" | "undetermined";
  readonly operations: number;
  readonly events: number;
  readonly anomalies: readonly Anomaly[];
  readonly open: readonly OpenObject[];
}

/**
 * Checks whether a history is linearizable, and whether its watches delivered events in the same order. Near-linear in
 * the number of lines. Checks objects one after another.
 */
export function checkHistory(history: History): HistoryVerdict {
  const loader = new ObjectLoader(history);
  const anomalies: Anomaly[] = [];
  const open: OpenObject[] = [];
  const commits = history.watches.count > 0 ? emptyCommits() : undefined;
  history.texts.objects.forEach((name, object) => {
    const judged = checkObject(loader, object);
    anomalies.push(...judged.anomalies);
    if (judged.open !== undefined) open.push({ object: name, reason: judged.open });
    if (commits === undefined) return;
    const isLegal = judged.anomalies.length === 0 && judged.open === undefined;
    collectCommits(commits, judged.model, isLegal);
  });
  if (commits !== undefined) anomalies.push(...checkWatches(history, commits));
  const undecided = open.length > 0 ? "undetermined" : "legal";
  return {
    verdict: anomalies.length > 0 ? "illegal" : undecided,
    operations: history.operations.count,
    events: history.watches.count,
    anomalies,
    open,
  };
}
