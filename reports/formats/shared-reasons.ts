import { levelWords } from "../report/profile-requirements.ts";
import type { ReportRequirement } from "../report/report.ts";
import { headlineOf } from "./standing.ts";

/** Requirements with the same level, verdict and reason. They share one place in a report. */
export type SharedReason = readonly [ReportRequirement, ...ReportRequirement[]];

export function byReason(list: readonly ReportRequirement[]): readonly SharedReason[] {
  const groups = new Map<string, [ReportRequirement, ...ReportRequirement[]]>();
  for (const of of list) {
    const key = JSON.stringify([levelWords(of), of.verdict, reasonOf(of)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [of]);
    else group.push(of);
  }
  return [...groups.values()];
}

export function reasonOf(of: ReportRequirement): string {
  return of.reason ?? headlineOf(of);
}
