import type { ReportExchange, ReportFinding, ReportRequirement } from "../report/report.ts";
import type { ByteBudget } from "../report/byte-budget.ts";
import type { PageContext } from "./page-context.ts";

export interface FindingSubject {
  readonly requirement: ReportRequirement;
  readonly finding: ReportFinding;
  readonly context: PageContext;
  /** Remaining space for evidence on the page. */
  readonly allowance: ByteBudget;
  readonly isFirst: boolean;
}

export function exchangesOf(
  { evidence }: ReportFinding,
  { exchanges }: PageContext,
): readonly ReportExchange[] {
  return evidence.map((number) => exchanges.get(number)).filter((found) => found !== undefined);
}
