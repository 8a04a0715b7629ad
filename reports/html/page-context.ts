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
  const wishes = report.requirements.flatMap((of) => (of.findings.length === 0 ? [] : wishOf(of)));
  const open = wishes.reduce((sum, wish) => sum + wish, 0);
  const held = wishes.filter((wish) => wish === 0).length;
  // What holds shares what the rest leaves.
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

/** A cause is shown at length, what follows from it and what is not decided in short. 0 for what holds. */
function wishOf({ findings, cause, rank }: ReportRequirement): number {
  if (findings.length === 0) return 0;
  if (rank !== undefined && cause === undefined) return pageLimits.openBytes;
  const isOpen = findings.some(({ result }) => result !== "held");
  return isOpen ? pageLimits.followingBytes : 0;
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
