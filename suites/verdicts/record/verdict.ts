import { counted } from "#contract";
import type { Level, Requirement, RequirementId } from "#contract";
import { countedFindings, rateOf } from "./attempts.ts";
import { isFailure, isUnfinished } from "./case-finding.ts";
import type { CaseFinding } from "./case-finding.ts";

/** All verdicts, in the order in which reports count them. */
export const verdicts = [
  "pass",
  "fail",
  "warn",
  "flaky",
  "errored",
  "inconclusive",
  "untestable",
  "expected-fail",
  "excluded",
  "not-applicable",
] as const;

/**
 * The verdict on one requirement. `fail`: a MUST is violated. `warn`: a SHOULD is violated. `flaky`: violated in some
 * attempts. `errored`: the suite or the connection failed. `inconclusive`: nothing was exercised, or there was no
 * positive control. `untestable`: a prerequisite is missing. `expected-fail`: violated as the baseline expects.
 * `excluded`: skipped for the stated reason. `not-applicable`: the target does not have the feature.
 */
export type Verdict = (typeof verdicts)[number];

export interface Decision {
  readonly verdict: Verdict;
  readonly reason?: string;
  /** Number of non-trivial instances that were exercised and passed. */
  readonly instances: number;
}

/** Decides the verdict on one requirement from all its findings. */
export function decide(
  requirement: Pick<Requirement, "minimumInstances">,
  level: Level,
  all: readonly CaseFinding[],
): Decision {
  const findings = countedFindings(all);
  const instances = findings.reduce(
    (sum, finding) => sum + (finding.result === "held" ? finding.instances : 0),
    0,
  );
  const violated = findings.find((finding) => finding.result === "violated");
  if (violated !== undefined) return { ...brokenAt(level, all), instances };
  const { minimumInstances = 1 } = requirement;
  const isExercised = instances >= minimumInstances;
  const unfinished = findings.filter(isUnfinished);
  const conclusive = findings.filter((finding) => !unfinished.includes(finding));
  const broken = conclusive.find((finding) => finding.result === "errored");
  if (broken !== undefined) return { verdict: "errored", reason: broken.reason, instances };
  const open = conclusive.filter((finding) => finding.result === "undecided");
  // If one case could not start, the other undecided findings have the same cause.
  const barred = open.find(({ isBarred }) => isBarred === true);
  if (barred !== undefined) return { verdict: "untestable", reason: barred.reason, instances };
  const [first] = open;
  if (first !== undefined && open.every(({ premise }) => premise === "every-change-delivered")) {
    return { verdict: "not-applicable", reason: first.reason, instances };
  }
  if (first !== undefined) return { verdict: "inconclusive", reason: first.reason, instances };
  const excuse = instances === 0 ? excuseIn(findings) : undefined;
  if (excuse !== undefined) return { verdict: "not-applicable", reason: excuse, instances };
  if (!isExercised) {
    const reason = whyTooFew(findings, { instances, minimumInstances });
    return { verdict: "inconclusive", reason, instances };
  }
  const reason = unfinishedIn(unfinished, all);
  if (reason === undefined) return { verdict: "pass", instances, ...remarkOf(findings) };
  return { verdict: "pass", reason, instances };
}

/** Explains which cases have no result, or only a result of a rerun. Returns undefined if there are none. */
function unfinishedIn(
  unfinished: readonly CaseFinding[],
  all: readonly CaseFinding[],
): string | undefined {
  const missing = new Set(unfinished.map((finding) => finding.case));
  const failed = all.filter((finding) => isFailure(finding) && !missing.has(finding.case));
  const remarks = [
    ...(missing.size === 0 ? [] : [`not tested by ${namesAndReason(unfinished)}`]),
    ...(failed.length === 0
      ? []
      : [`decided by a rerun of ${namesAndReason(failed, "because the first attempt failed")}`]),
  ];
  return remarks.length === 0 ? undefined : remarks.join("; ");
}

function namesAndReason(findings: readonly CaseFinding[], because?: string): string {
  const names = [...new Set(findings.map((finding) => finding.case))].join(", ");
  const [first] = findings;
  const why = first !== undefined && "reason" in first ? first.reason : "a watch was lost";
  return because === undefined ? `${names}: ${why}` : `${names}, ${because}: ${why}`;
}

/** Returns why a requirement without instances does not apply, as a case has shown. */
function excuseIn(findings: readonly CaseFinding[]): string | undefined {
  return findings.flatMap((finding) =>
    finding.result === "held" && finding.isInapplicable === true ? (finding.note ?? []) : [],
  )[0];
}

function whyTooFew(
  findings: readonly CaseFinding[],
  {
    instances,
    minimumInstances,
  }: { readonly instances: number; readonly minimumInstances: number },
): string {
  const few = `${counted(instances, "instance was", "instances were")} exercised; at least ${counted(minimumInstances, "is", "are")} needed`;
  if (instances > 0) return few;
  const lost = findings.find((finding) => isUnfinished(finding));
  return lost === undefined ? (whyNone(findings) ?? few) : namesAndReason([lost]);
}

/** Returns why a requirement has no instances. Prefers the reasons of its own checks. */
function whyNone(findings: readonly CaseFinding[]): string | undefined {
  const noted = findings.flatMap((finding) =>
    finding.result === "held" && finding.note !== undefined ? [finding] : [],
  );
  const [first] = noted;
  return (noted.find(({ isIncidental }) => isIncidental !== true) ?? first)?.note;
}

/** Returns the reason for a pass: a remark of the check, or the basis of the pass. */
function remarkOf(findings: readonly CaseFinding[]): Pick<Decision, "reason"> {
  const [reason] = findings.flatMap((finding) =>
    finding.result === "held" ? (finding.remark ?? []) : [],
  );
  return reason === undefined ? basisOf(findings) : { reason };
}

/** Returns the basis of a pass, unless it is a response from the target. */
function basisOf(findings: readonly CaseFinding[]): Pick<Decision, "reason"> {
  const notes = findings.flatMap((finding) =>
    finding.result === "held" && finding.instances > 0 ? [finding.note] : [],
  );
  const [first] = notes;
  return first === undefined || notes.includes(undefined) ? {} : { reason: first };
}

function brokenAt(
  level: Level,
  findings: readonly CaseFinding[],
): Pick<Decision, "verdict" | "reason"> {
  const { broken, attempts, isSteady, isAlone } = rateOf(findings);
  if (!isSteady) {
    return { verdict: "flaky", reason: `broken in ${broken} of ${counted(attempts, "attempt")}` };
  }
  const alone = isAlone
    ? { reason: `${attempts > 1 ? "reproduced" : "failed"} with no other case running` }
    : {};
  switch (level) {
    case "MUST":
      return { verdict: "fail", ...alone };
    case "SHOULD":
    case "MAY":
      return { verdict: "warn", ...alone };
  }
}

/** Groups the findings of all cases by requirement, in a single pass. Keeps their order. */
export function groupFindings(
  findings: readonly CaseFinding[],
): ReadonlyMap<RequirementId, readonly CaseFinding[]> {
  const groups = new Map<RequirementId, CaseFinding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.requirement);
    if (group === undefined) groups.set(finding.requirement, [finding]);
    else group.push(finding);
  }
  return groups;
}
