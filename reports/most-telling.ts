import type { ReportExchange } from "./report.ts";

/**
 * So many exchanges of a finding, in their order: the last one, which decides, and watches, whose events are
 * what a rule about watches looks at; then the first ones.
 */
export function mostTelling(
  exchanges: readonly ReportExchange[],
  most: number,
): readonly ReportExchange[] {
  const watches = exchanges.filter(({ kind }) => kind === "watch");
  const byWorth = new Set([...exchanges.slice(-1), ...watches, ...exchanges]);
  const shown = new Set([...byWorth].slice(0, most));
  return exchanges.filter((exchange) => shown.has(exchange));
}
