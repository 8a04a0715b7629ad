import type { ReportExchange } from "./report.ts";

/**
 * The exchanges of a finding, those that tell most first: the last one, which decides, and watches, whose
 * events are what a rule about watches looks at; then the others, in their order.
 */
export function byWorth(exchanges: readonly ReportExchange[]): readonly ReportExchange[] {
  const watches = exchanges.filter(({ kind }) => kind === "watch");
  return [...new Set([...exchanges.slice(-1), ...watches, ...exchanges])];
}

/** So many exchanges of a finding, those that tell most, in their order. */
export function mostTelling(
  exchanges: readonly ReportExchange[],
  most: number,
  deciding?: ReportExchange,
): readonly ReportExchange[] {
  const first = deciding === undefined ? [] : [deciding];
  const shown = new Set([...new Set([...first, ...byWorth(exchanges)])].slice(0, most));
  return exchanges.filter((exchange) => shown.has(exchange));
}
