import { matches } from "../plan/select.ts";
import type { VerdictLine } from "../record/record.ts";
import type { CaseFinding } from "../record/case-finding.ts";
import type { Selection } from "../plan/select.ts";
import type { ExpectedFailure } from "../record/baseline.ts";
import type { CoveredKind } from "./selects-every-case.ts";
import { placeOf } from "../record/case-place.ts";
import type { ViolationFinding } from "./fingerprint.ts";

/** The run to compare a baseline with. */
export interface BaselineRun {
  /** The day of the run: `2026-12-31`. */
  readonly today: string;
  readonly kinds: readonly CoveredKind[];
  readonly selection: Selection;
  readonly isWhole: boolean;
}

export function isValid(entry: { readonly expires?: string }, today: string): boolean {
  return entry.expires === undefined || entry.expires >= today;
}

export function violationsIn(findings: readonly CaseFinding[]): readonly ViolationFinding[] {
  return findings.filter((finding) => finding.result === "violated");
}

export function isAbout(entry: ExpectedFailure, finding: ViolationFinding): boolean {
  return (
    matches(entry.requirement, finding.requirement) &&
    matches(entry.kind, placeOf(finding.case).kind)
  );
}

/** Returns the UTC date of an RFC 3339 time: `2026-12-31`. */
export function dayOf(time: string): string {
  return time.slice(0, "2026-12-31".length);
}

export function beforeBaseline(line: VerdictLine): VerdictLine {
  const { before, ...rest } = line;
  if (before === undefined) return line;
  const { reason: _, ...plain } = rest;
  return { ...plain, ...before };
}
