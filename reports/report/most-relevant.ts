import type { ReportExchange } from "./report.ts";

/**
 * Sorts the exchanges of a finding by relevance: the decisive exchange (by default the last one), then watches, because
 * requirements on watches depend on their events, then all others in order.
 */
export function byRelevance(
  exchanges: readonly ReportExchange[],
  deciding: ReportExchange | undefined = exchanges.at(-1),
): readonly ReportExchange[] {
  const watches = exchanges.filter(({ kind }) => kind === "watch");
  const first = deciding === undefined ? [] : [deciding];
  return [...new Set([...first, ...watches, ...exchanges])];
}

export function mostRelevant(
  exchanges: readonly ReportExchange[],
  most: number,
  deciding?: ReportExchange,
): readonly ReportExchange[] {
  const shown = new Set(byRelevance(exchanges, deciding).slice(0, most));
  return exchanges.filter((exchange) => shown.has(exchange));
}
