import type { RequirementId } from "#contract";
import { isSelected, matches } from "../plan/select.ts";
import type { Selection } from "../plan/select.ts";
import type { ExpectedFailure } from "../record/baseline.ts";
import { placeOf } from "../record/case-finding.ts";
import type { CaseFinding, NamedKind } from "../record/case-finding.ts";
import type { VerdictLine } from "../record/record.ts";
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

export function isAbout(
  entry: ExpectedFailure,
  finding: ViolationFinding,
  kinds: readonly NamedKind[],
): boolean {
  return (
    matches(entry.requirement, finding.requirement) &&
    matches(entry.kind, placeOf(finding.case, kinds).kind)
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

interface CoveredKind {
  readonly name: string;
  readonly statusWrites: readonly string[];
}

interface Looking {
  readonly selection: Selection;
  readonly kinds: readonly CoveredKind[];
}

/**
 * Returns a predicate that tests whether a selection ran every case of a requirement on the matching kinds. Only then
 * does the absence of findings mean that there is no violation. Cases are named `check`, `check#Kind` or
 * `check#Kind.mutation`. Selecting a requirement by its own name selects all its cases.
 */
export function selectsEveryCase(
  { selection, kinds }: Looking,
  lines: readonly VerdictLine[],
): (line: VerdictLine, kind: string) => boolean {
  const { only, skip } = selection;
  const covers = coversOf(lines);
  const runs = (name: string, check: string): boolean =>
    !skip.some((pattern) => matches(pattern, name) || matches(pattern, check)) &&
    (only.length === 0 ||
      [name, check, ...(covers.get(check) ?? [])].some((of) => isSelected({ only, skip: [] }, of)));
  return (line, kind) =>
    line.checks.every((check) => caseNames(check, kind, kinds).every((name) => runs(name, check)));
}

function coversOf(lines: readonly VerdictLine[]): ReadonlyMap<string, readonly RequirementId[]> {
  const covers = new Map<string, RequirementId[]>();
  for (const { requirement, checks } of lines) {
    for (const check of checks) covers.set(check, [...(covers.get(check) ?? []), requirement]);
  }
  return covers;
}

function caseNames(check: string, kind: string, kinds: readonly CoveredKind[]): readonly string[] {
  const places = kinds
    .filter(({ name }) => matches(kind, name))
    .flatMap(({ name, statusWrites }) => [name, ...statusWrites.map((via) => `${name}.${via}`)]);
  return places.map((place) => `${check}#${place}`);
}
