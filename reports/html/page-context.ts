import type { Report, ReportExchange, ReportRequirement } from "../report/report.ts";
import { pageLimits } from "../report/limits.ts";
import { emptySupplement } from "../report/supplement.ts";
import type { HtmlSupplement } from "../report/supplement.ts";

/** What the parts of the page are made from. */
export interface PageContext {
  readonly report: Report;
  readonly supplement: HtmlSupplement;
  readonly exchanges: ReadonlyMap<number, ReportExchange>;
  /** How many bytes the evidence of a requirement may take. */
  readonly shareOf: (requirement: ReportRequirement) => number;
}

/** The context of a page. */
export function pageContextOf(report: Report): PageContext {
  const shares = report.requirements.reduce((sum, requirement) => sum + wishOf(requirement), 0);
  const factor = Math.min(1, pageLimits.evidenceBytes / Math.max(1, shares));
  return {
    report,
    supplement: report.supplement ?? emptySupplement,
    exchanges: new Map(report.exchanges.map((exchange) => [exchange.exchange, exchange])),
    shareOf: (requirement) => Math.floor(wishOf(requirement) * factor),
  };
}

/** What is a cause is shown at length, what follows from it and what is open in short, and what holds as far as it goes. */
function wishOf({ findings, cause, rank }: ReportRequirement): number {
  if (findings.length === 0) return 0;
  if (rank !== undefined && cause === undefined) return pageLimits.openBytes;
  const isOpen = findings.some(({ result }) => result !== "held");
  return isOpen ? pageLimits.followingBytes : pageLimits.heldBytes;
}
