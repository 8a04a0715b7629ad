import { inCatalogue } from "#contract";
import { hintsFor } from "./diagnose.ts";
import type { KnownFault } from "./diagnose.ts";
import type { PlannedRequirement } from "../plan/plan.ts";
import type { VerdictLine } from "../record/record.ts";
import { decide, groupFindings } from "../record/verdict.ts";
import type { CaseFinding } from "../record/case-finding.ts";

/** The verdicts on all requirements of a plan, from what the cases found, before any baseline. */
export function judgeAll(
  planned: readonly PlannedRequirement[],
  findings: readonly CaseFinding[],
  knownFaults: readonly KnownFault[],
): readonly VerdictLine[] {
  const byRequirement = groupFindings(findings);
  return withHints(
    planned.map((of) => verdictOf(of, byRequirement.get(of.requirement) ?? [])),
    knownFaults,
  );
}

/** Says of what is broken which known fault it resembles, and how direct it is. */
export function withHints(
  lines: readonly VerdictLine[],
  knownFaults: readonly KnownFault[],
): readonly VerdictLine[] {
  const broken = lines.filter(({ verdict }) => ["fail", "warn", "flaky"].includes(verdict));
  const hints = hintsFor(
    knownFaults,
    broken.map(({ requirement }) => requirement),
    new Set(lines.filter(isJudged).map(({ requirement }) => requirement)),
  );
  return lines.map((line) => ({ ...line, ...hints.get(line.requirement) }));
}

function isJudged({ verdict }: VerdictLine): boolean {
  return ["pass", "fail", "warn", "flaky"].includes(verdict);
}

/**
 * The findings that a verdict keeps: all that are not `held`, and the first of those that are. What was
 * found when a case was looked at again is in the line of that look.
 */
export function keptFindings(all: readonly CaseFinding[]): readonly CaseFinding[] {
  const findings = all.filter(({ attempt }) => attempt === undefined);
  const open = findings.filter((finding) => finding.result !== "held");
  return [...open, ...findings.filter((finding) => finding.result === "held").slice(0, 1)];
}

function verdictOf(planned: PlannedRequirement, findings: readonly CaseFinding[]): VerdictLine {
  const { requirement, level, checks, settled } = planned;
  const common = { line: "verdict", requirement, level, checks } as const;
  if (settled !== undefined) return { ...common, ...settled, instances: 0, findings: [] };
  const decision = decide(inCatalogue(requirement) ?? {}, level, findings);
  return { ...common, ...decision, findings: keptFindings(findings) };
}
