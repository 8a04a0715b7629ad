import { matches } from "../plan/select.ts";
import type { VerdictLine } from "../record/record.ts";
import type { CaseFinding } from "../record/case-finding.ts";
import type { Selection } from "../plan/select.ts";
import type { ExpectedFailure } from "../record/baseline.ts";
import type { LookedAtKind } from "./looked-everywhere.ts";
import { placeOf } from "../record/case-place.ts";
import type { ViolationFinding } from "./fingerprint.ts";

/** The run that a baseline is compared with. */
export interface BaselineRun {
  /** The day of the run: `2026-12-31`. */
  readonly today: string;
  /** The kinds of the target. */
  readonly kinds: readonly LookedAtKind[];
  /** What was selected; see {@link lookedEverywhere}. */
  readonly selection: Selection;
  /** Whether every case that was selected ran. */
  readonly isWhole: boolean;
}

/** Whether an entry still holds on a day. */
export function isValid(entry: { readonly expires?: string }, today: string): boolean {
  return entry.expires === undefined || entry.expires >= today;
}

/** The findings that say that a requirement is broken. */
export function violationsIn(findings: readonly CaseFinding[]): readonly ViolationFinding[] {
  return findings.filter((finding) => finding.result === "violated");
}

/** Whether an entry is about the place of a finding, whatever was found there. */
export function isAbout(entry: ExpectedFailure, finding: ViolationFinding): boolean {
  return (
    matches(entry.requirement, finding.requirement) &&
    matches(entry.kind, placeOf(finding.case).kind)
  );
}

/** The day of a moment: `2026-12-31` of an RFC 3339 time in UTC. */
export function dayOf(time: string): string {
  return time.slice(0, "2026-12-31".length);
}

/** A verdict as it was before a baseline was applied. */
export function beforeBaseline(line: VerdictLine): VerdictLine {
  const { before, ...rest } = line;
  if (before === undefined) return line;
  const { reason: _, ...plain } = rest;
  return { ...plain, ...before };
}
