import type { ReportExchange, ReportFinding, ReportRequirement } from "../report/report.ts";
import type { Allowance } from "../report/allowance.ts";
import type { PageContext } from "./page-context.ts";

/** A finding and all that is needed to show it. */
export interface FindingSubject {
  readonly requirement: ReportRequirement;
  readonly finding: ReportFinding;
  readonly context: PageContext;
  /** How much of the page its evidence may take. */
  readonly allowance: Allowance;
  /** Whether it is the one that speaks for the requirement. */
  readonly isFirst: boolean;
}

/** The exchanges that a finding names and that the record has, in the order of the finding. */
export function exchangesOf(
  { evidence }: ReportFinding,
  { exchanges }: PageContext,
): readonly ReportExchange[] {
  return evidence.map((number) => exchanges.get(number)).filter((found) => found !== undefined);
}
