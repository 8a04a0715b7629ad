import { matches } from "../select.ts";
import type { VerdictLine } from "../record.ts";
import type { CaseFinding } from "../verdict.ts";
import type { ExpectedFailure } from "./baseline.ts";
import { placeOf } from "./fingerprint.ts";
import type { ViolationFinding } from "./fingerprint.ts";

/** The run that a baseline is held against. */
export interface BaselineRun {
  /** The day of the run: `2026-12-31`. */
  readonly today: string;
  /** Names of the kinds of the target. */
  readonly kinds: readonly string[];
  /** Whether all cases of each requirement ran, so that what was not found is not there. */
  readonly isWhole: boolean;
}

/** Tells whether an entry still holds on a day. */
export function isValid(entry: { readonly expires?: string }, today: string): boolean {
  return entry.expires === undefined || entry.expires >= today;
}

/** The findings that say that a requirement is broken. */
export function violationsIn(findings: readonly CaseFinding[]): readonly ViolationFinding[] {
  return findings.filter((finding) => finding.result === "violated");
}

/** Tells whether an entry is about the place of a finding, whatever was found there. */
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
