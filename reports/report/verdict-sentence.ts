import { counted } from "#contract";
import type { Level } from "#contract";
import type { Verdict } from "#verdicts";
import { isUnreachedInSilence, sumOf } from "#verdicts";
import { firstAttempts } from "./first-attempts.ts";
import { areAllUnanswered } from "./reason-groups.ts";
import { extensionRequirements, withoutExtensions } from "./profile-requirements.ts";
import type { Report } from "./report.ts";

export function verdictSentence(report: Report): string {
  return `${cutShort(report)}${concluded(withoutExtensions(report))}.${ofExtensions(report)}`;
}

/** Requirements of extensions do not affect the conclusion for the profile, and are reported separately. */
function ofExtensions(report: Report): string {
  const requirements = extensionRequirements(report);
  if (requirements.length === 0) return "";
  const sums = sumOf(requirements);
  const part = { ...report, requirements, sums };
  const all = counted(requirements.length, "requirement");
  const claim = `Of ${all} from extensions, ${counted(sums.pass, "holds", "hold")}`;
  return ` ${sentence(claim, [...brokenParts(part), ...restParts(part)])}.`;
}

function cutShort(report: Report): string {
  const { complete, interrupted, enough, planned } = report;
  const progress = `after ${firstAttempts(report).length} of ${counted(planned.cases, "case")}`;
  if (!complete) return `The record is incomplete: it stops ${progress}. `;
  if (enough !== undefined) {
    return `Stopped ${progress}, at the requested limit of ${counted(enough, "broken requirement")}. `;
  }
  return interrupted ? `Interrupted ${progress}. ` : "";
}

function concluded(report: Report): string {
  const { profile, requirements, sums } = report;
  const all = counted(requirements.length, "requirement");
  switch (report.conclusion) {
    case "conformant": {
      const claim = report.partial
        ? `Conformant to ${profile} in the checked part`
        : `Conformant to ${profile}`;
      const held = counted(requirements.length, "requirement holds", "requirements hold");
      return sentence(`${claim}: ${sums.pass} of ${held}`, [
        ...brokenParts(report),
        ...restParts(report),
      ]);
    }
    case "violations":
      return sentence(`Not conformant to ${profile}: `, [
        ...brokenParts(report),
        ...baselineParts(report),
        ...openParts(report.sums),
      ]);
    case "errored": {
      const parts = [...brokenParts(report), ...othersOpenParts(report.sums)];
      return sentence(`Undecided: ${whyErrored(report)}`, parts);
    }
    case "inconclusive":
      return sentence("Undecided: ", undecidedParts(report));
    case "nothing-ran":
      return `Nothing was checked: no verdict for ${all}`;
  }
}

function whyErrored(report: Report): string {
  const { cases, profile, sums } = report;
  const lost = counted(sums.errored, "requirement has no verdict", "requirements have no verdict");
  if (cases.some(({ problem }) => isUnreachedInSilence(problem))) {
    return `the endpoint stopped responding, so ${lost}`;
  }
  if (areAllUnanswered(report))
    return `requests to the endpoint received no valid response, so ${lost}`;
  const failed =
    profile === "controller/v1"
      ? "the controller, the connection or the suite"
      : "the suite or the connection";
  return `${failed} failed on ${counted(sums.errored, "requirement")}`;
}

/**
 * Joins a claim and its clauses with commas. After a claim that ends with a space, the first clause follows without a
 * comma.
 */
function sentence(claim: string, parts: readonly string[]): string {
  return claim.endsWith(" ") ? `${claim}${parts.join(", ")}` : [claim, ...parts].join(", ");
}

function brokenParts(report: Report): readonly string[] {
  return [
    levelPart(report, "MUST", { verdicts: ["fail"], claim: ["is broken", "are broken"] }),
    levelPart(report, "MUST", { verdicts: ["flaky"], claim: ["is flaky", "are flaky"] }),
    levelPart(report, "SHOULD", {
      verdicts: ["warn", "flaky"],
      claim: ["is broken", "are broken"],
    }),
    levelPart(report, "MAY", { verdicts: ["warn", "flaky"], claim: ["is broken", "are broken"] }),
  ].filter((part) => part !== undefined);
}

/** Returns the clauses about the baseline. An outdated baseline fails the run. */
function baselineParts({ baseline }: Report): readonly string[] {
  const count = baseline?.problems.length ?? 0;
  return count === 0 ? [] : [`the baseline has ${counted(count, "problem")}`];
}

/**
 * Returns the clause about undecided requirements: errored, inconclusive or untestable. They are mentioned even if
 * there are violations, because they may hide further failures.
 */
function openParts(sums: Report["sums"]): readonly string[] {
  const open = sums.errored + undecidedIn(sums);
  return open === 0 ? [] : [`and ${counted(open, "requirement is", "requirements are")} undecided`];
}

function othersOpenParts(sums: Report["sums"]): readonly string[] {
  const open = undecidedIn(sums);
  return open === 0 ? [] : [`and ${counted(open, "other is", "others are")} undecided`];
}

function undecidedIn({ inconclusive, untestable }: Report["sums"]): number {
  return inconclusive + untestable;
}

function restParts({ sums }: Report): readonly string[] {
  const undecided = sums.errored + undecidedIn(sums);
  return [
    ...(sums["expected-fail"] > 0 ? [`${sums["expected-fail"]} broken as expected`] : []),
    ...(undecided > 0 ? [`${undecided} undecided`] : []),
    ...(sums["not-applicable"] > 0 ? [`${sums["not-applicable"]} not applicable`] : []),
    ...(sums.excluded > 0 ? [`${sums.excluded} skipped`] : []),
  ];
}

function undecidedParts(report: Report): readonly string[] {
  const parts = [
    levelPart(report, "MUST", {
      verdicts: ["inconclusive"],
      claim: ["is inconclusive", "are inconclusive"],
    }),
    levelPart(report, "MUST", {
      verdicts: ["untestable"],
      claim: ["is untestable", "are untestable"],
    }),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? ["no failures in the part that ran"] : parts;
}

interface Part {
  readonly verdicts: readonly Verdict[];
  readonly claim: readonly [string, string];
}

function levelPart(report: Report, level: Level, part: Part): string | undefined {
  const count = report.requirements.filter(
    (of) => of.level === level && part.verdicts.includes(of.verdict),
  ).length;
  if (count === 0) return undefined;
  const [one, many] = part.claim;
  return counted(count, `${level} ${one}`, `${level}s ${many}`);
}
