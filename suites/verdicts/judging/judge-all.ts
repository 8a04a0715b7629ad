import { inCatalogue } from "#contract";
import type { RequirementId } from "#contract";
import { causesOf, withMustsApart } from "./requirement-causes.ts";
import type { Cause, KnownFault } from "./requirement-causes.ts";
import type { PlannedRequirement, Settled } from "../plan/plan-run.ts";
import type { VerdictLine } from "../record/record.ts";
import { countedFindings, distinctFindings } from "../record/attempts.ts";
import { decide, groupFindings } from "../record/verdict.ts";
import type { Decision } from "../record/verdict.ts";
import { isUnfinished } from "../record/case-finding.ts";
import type { CaseFinding } from "../record/case-finding.ts";

/** Returns the verdicts on all requirements of a plan, before the baseline is applied. */
export function judgeAll(
  planned: readonly PlannedRequirement[],
  findings: readonly CaseFinding[],
  knownFaults: readonly KnownFault[],
): readonly VerdictLine[] {
  const byRequirement = groupFindings(findings);
  const lines = planned.map((of) => verdictOf(of, byRequirement.get(of.requirement) ?? []));
  return withHints(lines, findings, knownFaults);
}

export function withSensitivity(
  lines: readonly VerdictLine[],
  sensitivityOf: (requirement: RequirementId) => VerdictLine["sensitivity"],
): readonly VerdictLine[] {
  return lines.map((line) => {
    const sensitivity = line.verdict === "pass" ? sensitivityOf(line.requirement) : undefined;
    return sensitivity === undefined ? line : { ...line, sensitivity };
  });
}

function withHints(
  lines: readonly VerdictLine[],
  findings: readonly CaseFinding[],
  knownFaults: readonly KnownFault[],
): readonly VerdictLine[] {
  const broken = lines.filter(isBroken);
  if (broken.length === 0) return lines;
  const ids = broken.map(({ requirement }) => requirement);
  const musts = new Set(
    broken.filter(({ level }) => level === "MUST").map(({ requirement }) => requirement),
  );
  const causes = withMustsApart(causesOf(knownFaults, findings, ids), (id) => musts.has(id));
  const sorted = causes.toSorted((left, right) => weightOf(left, broken) - weightOf(right, broken));
  const order = sorted.flatMap(({ lead, follows }) => [lead, ...follows]);
  return lines.map((line) => {
    if (!isBroken(line)) return line;
    const { requirement } = line;
    const cause = causes.find(({ follows }) => follows.includes(requirement))?.lead;
    const faults = causes.find(({ lead }) => lead === requirement)?.faults ?? [];
    return {
      ...line,
      rank: order.indexOf(requirement),
      ...(cause === undefined ? {} : { cause }),
      ...(faults.length === 0 ? {} : { resembles: faults.map(nameOf).join("; or: ") }),
    };
  });
}

function nameOf({ name, summary }: KnownFault): string {
  return `${summary.replace(/\.$/u, "")} (fault ${name})`;
}

/**
 * Returns the sort key of a cause: MUSTs precede SHOULDs, causes with known faults precede those without. Then, the
 * numbers of consequences and cases decide. Without a known fault, what most cases show comes first, because its
 * consequences are only assumed.
 */
function weightOf({ lead, follows, faults }: Cause, broken: readonly VerdictLine[]): number {
  const line = broken.find(({ requirement }) => requirement === lead);
  const level = ["MUST", "SHOULD", "MAY"].indexOf(line?.level ?? "MAY");
  const places = new Set(line === undefined ? [] : violatedIn(line)).size;
  const [first, second] = faults.length > 0 ? [follows.length, places] : [places, follows.length];
  return level - (faults.length > 0 ? 0.5 : 0) - first / 1_000 - second / 1_000_000;
}

function violatedIn({ findings }: VerdictLine): readonly string[] {
  return findings.flatMap((finding) => (finding.result === "violated" ? [finding.case] : []));
}

function isBroken({ verdict }: VerdictLine): boolean {
  return ["fail", "warn", "flaky"].includes(verdict);
}

/**
 * Returns the findings for a verdict line: all except `held`, and the first `held` finding. Findings that a retry only
 * repeats are in the line of that attempt.
 */
export function keptFindings(all: readonly CaseFinding[]): readonly CaseFinding[] {
  const findings = distinctFindings(all);
  const open = findings.filter((finding) => finding.result !== "held");
  return [...open, ...findings.filter((finding) => finding.result === "held").slice(0, 1)];
}

function verdictOf(planned: PlannedRequirement, findings: readonly CaseFinding[]): VerdictLine {
  const { requirement, level, checks, settled, unexercised } = planned;
  const common = { line: "verdict", requirement, level, checks } as const;
  if (settled !== undefined) return { ...common, ...settled, instances: 0, findings: [] };
  const decision = decide(inCatalogue(requirement) ?? {}, level, findings);
  const kept = keptFindings(findings);
  const applies = unexercised !== undefined && isUnexercised(decision, findings, unexercised);
  return { ...common, ...decision, ...(applies ? unexercised : {}), findings: kept };
}

/**
 * Whether no case exercised a requirement. The reason that a case gives takes precedence, unless the selection excludes
 * cases of the requirement.
 */
function isUnexercised(
  { verdict }: Decision,
  findings: readonly CaseFinding[],
  unexercised: Settled,
): boolean {
  const isSilent = countedFindings(findings).every(
    (finding) =>
      (finding.result === "held" || isUnfinished(finding)) &&
      (unexercised.verdict === "excluded" ||
        (finding.result === "held" &&
          (finding.note === undefined || finding.isIncidental === true))),
  );
  return verdict === "inconclusive" && findings.length > 0 && isSilent;
}
