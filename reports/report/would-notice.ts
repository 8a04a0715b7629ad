import { counted } from "#contract";
import type { Report } from "./report.ts";

/** What all passes of a run would have noticed. Absent if not checked. */
export interface NoticedInAll {
  readonly noticed: number;
  readonly expected: number;
  /** The requirements whose observations would have shown less here than on the reference. */
  readonly less: readonly string[];
}

/** Adds up what the passes of a report would have noticed. */
export function noticedInAll({
  requirements,
}: Pick<Report, "requirements">): NoticedInAll | undefined {
  const asked = requirements.filter(({ wouldNotice }) => wouldNotice !== undefined);
  if (asked.length === 0) return undefined;
  const sumOf = (count: "noticed" | "expected"): number =>
    asked.reduce((sum, { wouldNotice }) => sum + (wouldNotice?.[count] ?? 0), 0);
  return {
    noticed: sumOf("noticed"),
    expected: sumOf("expected"),
    less: asked
      .filter(({ wouldNotice }) => (wouldNotice?.missed ?? []).length > 0)
      .map(({ requirement }) => requirement),
  };
}

/** The same in words. */
export function noticedText({ noticed, expected }: Omit<NoticedInAll, "less">): string {
  return `${noticed} of ${counted(expected, "mistake")}`;
}
