import { isRequirementId, requirements, sources } from "#contract";
import type { ExtensionRequirement, RequirementId, Source, SourceReference } from "#contract";
import { checkIn, mistakes, rateOf } from "#verdicts";
import type { CaseFinding, Mistake, VerdictLine } from "#verdicts";
import { excludedRate } from "./excluded-rate.ts";
import { faultsFoundBy, killTable } from "./kill-table.ts";
import type { HeaderLine } from "../record/lines.ts";
import { ownCommand, reproductionCommand } from "../text/shell-command.ts";
import { requirementAddress } from "../text/requirement-address.ts";
import type { ReportFinding, ReportRequirement, ReportSource, WouldNotice } from "./report.ts";

/**
 * Builds the report on one requirement from its verdict and from the catalogue or extension. `ofRequirement` contains
 * all findings, including those of retries.
 */
export function requirementOf(
  line: VerdictLine,
  header: Pick<HeaderLine, "command" | "extensions" | "observation" | "seed" | "suite">,
  ofRequirement: readonly CaseFinding[] = [],
): ReportRequirement {
  const { requirement, level, verdict, reason, before, instances, checks, cause, resembles, rank } =
    line;
  // Requirements of extensions have no documentation page.
  const documentation = isRequirementId(requirement)
    ? requirementAddress(requirement, header.suite.documentation)
    : undefined;
  const shares = brokenShares(ofRequirement);
  const shareOf = (finding: CaseFinding): number => shares.get(finding.case) ?? 1;
  // The catalogue lists the plain checks of a requirement before those that vary it.
  const placeOf = (finding: CaseFinding): number => checks.indexOf(checkIn(finding.case));
  const sorted = line.findings.toSorted(
    (left, right) =>
      weightOf(left) - weightOf(right) ||
      shareOf(right) - shareOf(left) ||
      byDirectness(left, right) ||
      placeOf(left) - placeOf(right) ||
      byName(left, right),
  );
  const findings = sorted.map(findingOf);
  const rate = excludedRate(line, ofRequirement);
  const open = sorted.find((finding) => finding.result !== "held");
  const path = open?.result === "violated" ? open.replay : undefined;
  return {
    requirement,
    area: areaOf(requirement),
    level,
    ...ruleOf(requirement, header.extensions),
    ...(documentation === undefined ? {} : { documentation }),
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(before === undefined ? {} : { before: before.verdict }),
    instances,
    checks,
    ...foundBy(requirement, header.suite.version),
    ...(line.sensitivity === undefined ? {} : { wouldNotice: noticeOf(line.sensitivity) }),
    ...(rate === undefined ? {} : { excludedRate: rate }),
    findings,
    ...(cause === undefined ? {} : { cause }),
    ...(resembles === undefined ? {} : { resembles }),
    ...(rank === undefined ? {} : { rank }),
    ...(open === undefined ? {} : { repeat: repeatOf(header, open.case, path) }),
  };
}

function noticeOf({ noticed, missed }: NonNullable<VerdictLine["sensitivity"]>): WouldNotice {
  return {
    noticed: noticed.length,
    expected: noticed.length + missed.length,
    missed: missed.map((name) => (isMistake(name) ? mistakes[name] : name)),
  };
}

function isMistake(name: string): name is Mistake {
  return Object.hasOwn(mistakes, name);
}

function foundBy(
  requirement: RequirementId,
  version: string,
): Pick<ReportRequirement, "faultsFound"> {
  return isRequirementId(requirement) && killTable().version === version
    ? { faultsFound: faultsFoundBy(requirement) }
    : {};
}

export type Rule = Pick<ReportRequirement, "isExtension" | "statement" | "why" | "sources">;

/**
 * Finds the rule with an ID.
 *
 * @throws Error if neither the catalogue nor an extension contains it.
 */
export function ruleOf(
  requirement: RequirementId,
  extensions: readonly ExtensionRequirement[] = [],
): Rule {
  if (isRequirementId(requirement)) {
    const { statement, reason: why, sources: from } = requirements[requirement];
    return { statement, why, sources: from.map(sourceOf) };
  }
  const own = extensions.find(({ id }) => id === requirement);
  if (own === undefined) throw new Error(`unknown requirement ${requirement}`);
  const source = areaOf(requirement);
  return {
    isExtension: true,
    statement: own.statement,
    why: own.reason,
    sources: own.sources.map(({ title, at }) => ({ source, title, at })),
  };
}

/**
 * Returns the command that reproduces a result. For an observation, whose only case cannot be reproduced, returns the
 * command of the run.
 */
function repeatOf(
  header: Pick<HeaderLine, "command" | "observation" | "seed">,
  name: string,
  path: string | undefined,
): string {
  return header.observation === undefined
    ? reproductionCommand(header, name, path)
    : ownCommand(header.command);
}

/** Whether a case has random inputs, such as command sequences or recorded histories. */
export function isSearch(caseName: string): boolean {
  return caseName.startsWith("properties/") || caseName.startsWith("histories/");
}

/** Returns the area of a requirement: its ID up to the dot. */
export function areaOf(requirement: string): string {
  return requirement.slice(0, requirement.indexOf("."));
}

export function sourceOf({ source, at }: SourceReference): ReportSource {
  const { title, revision }: Source = sources[source];
  return { source, title, ...(revision === undefined ? {} : { revision }), at };
}

/**
 * For each retried case, returns the share of attempts (0 to 1) that violated the requirement. Used to list
 * deterministic failures first, because their command is certain to reproduce them.
 */
function brokenShares(findings: readonly CaseFinding[]): ReadonlyMap<string, number> {
  const again = findings.filter(({ attempt }) => attempt !== undefined);
  return new Map(
    again.map(({ case: name }) => {
      const { broken, attempts } = rateOf(findings.filter((finding) => finding.case === name));
      return [name, broken / attempts];
    }),
  );
}

/**
 * Orders findings by directness. Scenarios precede random searches, minimized findings precede others, and findings
 * with short steps and few exchanges precede longer ones.
 */
function byDirectness(left: CaseFinding, right: CaseFinding): number {
  return (
    Number(isSearch(left.case)) - Number(isSearch(right.case)) ||
    Number(isReduced(right)) - Number(isReduced(left)) ||
    stepsOf(left) - stepsOf(right) ||
    lengthOf(left) - lengthOf(right)
  );
}

/** Orders by the case name, because cases finish in a different order in each run. */
function byName(left: CaseFinding, right: CaseFinding): number {
  return left.case < right.case ? -1 : Number(left.case > right.case);
}

function isReduced(finding: CaseFinding): boolean {
  return finding.result === "violated" && finding.replay !== undefined;
}

/** The length of the description of the steps, because simple scenarios are short. */
function stepsOf(finding: CaseFinding): number {
  return finding.result === "violated" ? (finding.steps?.length ?? 0) : 0;
}

/** Findings with evidence come first. */
function lengthOf({ evidence }: CaseFinding): number {
  return evidence.length === 0 ? Number.MAX_SAFE_INTEGER : evidence.length;
}

function weightOf({ result }: CaseFinding): number {
  return ["violated", "errored", "undecided", "held"].indexOf(result);
}

function findingOf(finding: CaseFinding): ReportFinding {
  const { case: name, attempt, evidence } = finding;
  const origin = { case: name, ...(attempt === undefined ? {} : { attempt }), evidence };
  switch (finding.result) {
    case "held":
      return { result: "held", ...origin, instances: finding.instances };
    case "violated": {
      const { expected, actual, steps, history, premises } = finding;
      return {
        result: "violated",
        ...origin,
        expected,
        actual,
        ...(steps === undefined ? {} : { steps }),
        ...(premises === undefined ? {} : { premises }),
        ...(history === undefined ? {} : { history }),
      };
    }
    case "undecided": {
      const { reason, premise } = finding;
      const open = { result: "undecided", ...origin, reason } as const;
      return premise === undefined ? open : { ...open, premise };
    }
    case "errored":
      return { result: finding.result, ...origin, reason: finding.reason };
  }
}
