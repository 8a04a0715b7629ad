import { counted } from "#contract";
import type { Report } from "./report.ts";

/** The total sensitivity of all passes. Absent if it was not measured. */
export interface NoticedInAll {
  readonly noticed: number;
  readonly expected: number;
  /** Requirements for which the run is less sensitive than a run on the reference server. */
  readonly less: readonly string[];
}

export function noticedInAll({
  requirements,
}: Pick<Report, "requirements">): NoticedInAll | undefined {
  const judged = requirements.filter(({ wouldNotice }) => wouldNotice !== undefined);
  if (judged.length === 0) return undefined;
  const sumOf = (count: "noticed" | "expected"): number =>
    judged.reduce((sum, { wouldNotice }) => sum + (wouldNotice?.[count] ?? 0), 0);
  return {
    noticed: sumOf("noticed"),
    expected: sumOf("expected"),
    less: judged
      .filter(({ wouldNotice }) => (wouldNotice?.missed ?? []).length > 0)
      .map(({ requirement }) => requirement),
  };
}

export function noticedText({ noticed, expected }: Omit<NoticedInAll, "less">): string {
  return `${noticed} of ${counted(expected, "mistake")}`;
}
