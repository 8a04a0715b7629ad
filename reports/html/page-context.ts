import type { Report, ReportExchange, ReportRequirement } from "../report/report.ts";
import { pageLimits } from "../report/page-limits.ts";
import { emptySupplement } from "../report/supplement.ts";
import type { HtmlSupplement } from "../report/supplement.ts";

export interface PageContext {
  readonly report: Report;
  readonly supplement: HtmlSupplement;
  readonly exchanges: ReadonlyMap<number, ReportExchange>;
  /** Size limit for a requirement's evidence, in bytes. */
  readonly shareOf: (requirement: ReportRequirement) => number;
}

export function pageContextOf(report: Report): PageContext {
  const sizes = report.requirements.flatMap((of) => (of.findings.length === 0 ? [] : wishOf(of)));
  const open = sizes.reduce((sum, wish) => sum + wish, 0);
  const held = sizes.filter((wish) => wish === 0).length;
  // Passed requirements share the remaining size.
  const ofHeld = within(
    (pageLimits.evidenceBytes - open) / Math.max(1, held),
    pageLimits.heldBytes,
    pageLimits.followingBytes,
  );
  const factor = Math.min(1, pageLimits.evidenceBytes / Math.max(1, open + held * ofHeld));
  return {
    report,
    supplement: report.supplement ?? emptySupplement,
    exchanges: new Map(report.exchanges.map((exchange) => [exchange.exchange, exchange])),
    shareOf: (requirement) => {
      if (requirement.findings.length === 0) return 0;
      return Math.floor((wishOf(requirement) || ofHeld) * factor);
    },
  };
}

/**
 * Returns the desired size of a requirement's evidence. Causes get the most space, consequences and inconclusive
 * requirements get less, and passed requirements get none.
 */
function wishOf({ findings, cause, rank }: ReportRequirement): number {
  if (findings.length === 0) return 0;
  if (rank !== undefined && cause === undefined) return pageLimits.openBytes;
  const isOpen = findings.some(({ result }) => result !== "held");
  return isOpen ? pageLimits.followingBytes : 0;
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
