import type { Anomaly } from "../history/anomaly.ts";
import type { HistoryVerdict, OpenObject } from "./check-history.ts";
import type { SplitHistory } from "../reading/history-splitter.ts";

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
