import { checkHistory, type HistoryVerdict } from "../verdict/check-history.ts";
import type { HistoryLine } from "../history/history.ts";
import { HistoryBuilder } from "../reading/history-builder.ts";
import type { SmallHistory } from "./oracle.ts";

/** The checker's verdict on a small history. Its lines are numbered from 2, after the header. */
export function judge(history: SmallHistory): HistoryVerdict {
  const builder = new HistoryBuilder(history.versions);
  linesOf(history).forEach((line, i) => builder.add(line, i + 2));
  return checkHistory(builder.finish());
}

export function textOf(history: SmallHistory): string {
  const lines = linesOf(history).map((line) => JSON.stringify(line));
  return [`versions: ${history.versions}`, ...lines].join("\n");
}

export function linesOf({ initial, operations }: SmallHistory): readonly HistoryLine[] {
  return initial === undefined ? operations : [initial, ...operations];
}
