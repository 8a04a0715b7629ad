import type { Anomaly } from "../history/anomaly.ts";
import type { History } from "../history/history.ts";
import { collectCommits, emptyCommits } from "../objects/commits.ts";
import { ObjectLoader } from "../objects/object-loader.ts";
import type { SplitHistory } from "../reading/history-splitter.ts";
import { checkWatches } from "../watches/check-watches.ts";
import { checkObject } from "./check-object.ts";

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

const guessedWrites =
  "several writes got no response, and its events do not show which of them created a version";

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
  if (commits !== undefined) {
    const watches = checkWatches(history, commits);
    anomalies.push(...watches.anomalies);
    for (const object of watches.undecided) {
      open.push({ object: history.texts.objects[object] ?? "", reason: guessedWrites });
    }
  }
  const undecided = open.length > 0 ? "undetermined" : "legal";
  return {
    verdict: anomalies.length > 0 ? "illegal" : undecided,
    operations: history.operations.count,
    events: history.watches.count,
    anomalies,
    open,
  };
}

export class MergedVerdict {
  readonly #anomalies = new Map<string, Anomaly>();
  readonly #open: OpenObject[] = [];
  #operations = 0;

  add({ operations, anomalies, open }: Omit<HistoryVerdict, "events" | "verdict">): void {
    this.#operations += operations;
    for (const anomaly of anomalies) this.#addOnce(anomaly);
    for (const object of open) this.#open.push(object);
  }

  finish(whole: Pick<SplitHistory, "anomalies" | "events">): HistoryVerdict {
    for (const anomaly of whole.anomalies) this.#addOnce(anomaly);
    const anomalies = [...this.#anomalies.values()].toSorted(byLine);
    const undecided = this.#open.length > 0 ? "undetermined" : "legal";
    return {
      verdict: anomalies.length > 0 ? "illegal" : undecided,
      operations: this.#operations,
      events: whole.events,
      anomalies,
      open: this.#open,
    };
  }

  /** Adds an anomaly once, even if several parts contain the watch line that causes it. */
  #addOnce(anomaly: Anomaly): void {
    const key =
      anomaly.kind === "watch"
        ? `${anomaly.type} ${anomaly.operations[0]} of watch ${anomaly.watch}`
        : `${anomaly.type} ${anomaly.operations.join(" ")} of ${anomaly.object}`;
    if (!this.#anomalies.has(key)) this.#anomalies.set(key, anomaly);
  }
}

function byLine(left: Anomaly, right: Anomaly): number {
  return (left.operations[0] ?? 0) - (right.operations[0] ?? 0);
}
