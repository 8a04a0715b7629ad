import { agreeing, counted } from "#contract";
import type { Report, ReportCase, ReportRequirement, Violation } from "../report/report.ts";
import { breakCiCommands } from "../text/ci-commands.ts";
import { truncateText } from "../text/truncate-text.ts";
import { makeVisible } from "../text/make-visible.ts";
import { laneRows, laneTitles } from "../text/lane-rows.ts";
import { remedyFor } from "../report/remedies.ts";
import { verdictSentence } from "../report/verdict-sentence.ts";

/**
 * A verdict for tools with four results. `passed`: the run does not fail, even if a SHOULD is violated. `failed`: the
 * target violates a MUST. `errored`: a MUST is inconclusive or the suite failed, which must not count as passing.
 * `skipped`: there was nothing to judge, the failure was expected, or a SHOULD or MAY is inconclusive.
 */
export type Standing = "passed" | "failed" | "errored" | "skipped";

/**
 * Maps a verdict to a result for formats with fewer results. All such formats use this mapping. A SHOULD never fails a
 * run.
 */
export function standingOf({
  verdict,
  level,
}: Pick<ReportRequirement, "verdict" | "level">): Standing {
  switch (verdict) {
    case "pass":
    case "warn":
      return "passed";
    case "fail":
      return "failed";
    case "flaky":
      return level === "MUST" ? "failed" : "passed";
    case "errored":
      return "errored";
    case "inconclusive":
    case "untestable":
      return level === "MUST" ? "errored" : "skipped";
    case "expected-fail":
    case "excluded":
    case "not-applicable":
      return "skipped";
  }
}

/** A reason why a run fails, other than a requirement. */
export interface RunError {
  /** A short name that never changes. */
  readonly name: string;
  readonly standing: "failed" | "errored";
  readonly message: string;
}

/**
 * Lists the reasons, other than requirements, why a run fails. Every format shows them, so it shows a failure if and
 * only if the exit code is not 0.
 */
export function runErrorsOf(report: Report): readonly RunError[] {
  const { baseline, conclusion, complete, interrupted } = report;
  const problems = (baseline?.problems ?? []).map(
    ({ problem, requirement, message }): RunError => ({
      name: `baseline ${problem}: ${shown(requirement, 200)}`,
      standing: "failed",
      message: shown(message),
    }),
  );
  const isOpen = !complete || interrupted || conclusion === "nothing-ran";
  if (!isOpen) return problems;
  const message = shown(verdictSentence(report));
  return [{ name: "the run finished", standing: "errored", message }, ...problems];
}

/**
 * Maximum length of an untrusted string in a human-readable format, in characters. The record contains the full string.
 */
export const longestShown = 4_000;

/** Renders an untrusted string on one line, without CI commands or invisible characters. */
export function shown(text: string, limit = longestShown): string {
  // Truncates before escaping, which may make the string up to eight times as long.
  return breakCiCommands(truncateText(makeVisible(truncateText(text, limit)), limit * 8));
}

export function explain(of: ReportRequirement): readonly string[] {
  const { statement, verdict, reason, level, cause, resembles, repeat } = of;
  const violations = violationsOf(of);
  const [first] = violations;
  const others = violations.length - 1;
  return [
    `${level}: ${statement}`,
    `verdict: ${verdict}${reason === undefined ? "" : `, ${shown(reason)}`}`,
    ...(first === undefined
      ? []
      : [
          `expected: ${shown(first.expected)}`,
          `actual: ${shown(first.actual)}`,
          ...(first.steps === undefined ? [] : [`steps: ${shown(first.steps)}`]),
          `case: ${shown(first.case)}, ${evidenceOf(first)}`,
          ...timelineOf(first),
        ]),
    ...(others > 0 ? [`and in ${counted(others, "more case")}`] : []),
    ...(cause === undefined ? [] : [`broken with: ${cause}`]),
    ...(resembles === undefined ? [] : [`possible cause: ${shown(resembles)}`]),
    ...fixOf(of),
    ...(repeat === undefined ? [] : [`reproduce: ${shown(repeat)}`]),
  ];
}

function timelineOf({ history }: Violation): readonly string[] {
  const rows = history === undefined ? undefined : laneRows(history);
  if (rows === undefined) return [];
  return [
    `timeline: ${Object.values(laneTitles).join(", ")}`,
    ...rows.map(
      ({ isEvidence, time, label, text }) =>
        `${isEvidence ? "▲" : " "} ${time.padStart(9)}  ${label.padEnd(5)}  ${shown(text, 300)}`,
    ),
  ];
}

/** Returns a fix only for a cause, because a consequence is fixed along with its cause. */
function fixOf(of: ReportRequirement): readonly string[] {
  const isCause = of.cause === undefined && violationsOf(of).length > 0;
  const fix = isCause ? remedyFor(of.requirement) : undefined;
  return fix === undefined ? [] : [`fix: ${fix}`];
}

/** Returns the findings that violate a requirement, most relevant first. */
export function violationsOf({ findings }: ReportRequirement): readonly Violation[] {
  return findings.filter((finding) => finding.result === "violated");
}

/**
 * Summarizes in one line why a requirement did not pass: the actual behavior, or why the requirement is inconclusive.
 */
export function headlineOf(of: ReportRequirement): string {
  const [first] = violationsOf(of);
  if (first === undefined) return shown(of.reason ?? of.verdict, 1_000);
  const { expected, actual } = first;
  return `expected: ${shown(expected, 1_000)}; actual: ${shown(actual, 1_000)}`;
}

/**
 * Computes the time during which at least one case of the given checks was running, in milliseconds. Cases overlap and
 * may be retried, so this is neither the sum of their durations nor the time from the first start to the last finish.
 */
export function wallTimeOf(checks: ReadonlySet<string>, cases: readonly ReportCase[]): number {
  const own = cases
    .filter(({ check }) => checks.has(check))
    .toSorted((left, right) => left.startedMs - right.startedMs);
  let totalMs = 0;
  let countedToMs = 0;
  for (const { startedMs, endedMs } of own) {
    totalMs += Math.max(0, endedMs - Math.max(startedMs, countedToMs));
    countedToMs = Math.max(countedToMs, endedMs);
  }
  return totalMs;
}

/**
 * Returns the earliest start and the latest finish of the cases of the given checks, in milliseconds since the start of
 * the run.
 */
export function spanOf(
  checks: readonly string[],
  cases: readonly ReportCase[],
): { readonly startedMs: number; readonly endedMs: number } | undefined {
  const own = cases.filter(({ check }) => checks.includes(check));
  if (own.length === 0) return undefined;
  return {
    startedMs: Math.min(...own.map(({ startedMs }) => startedMs)),
    endedMs: Math.max(...own.map(({ endedMs }) => endedMs)),
  };
}

function evidenceOf({ evidence }: Violation): string {
  if (evidence.length === 0) return "no exchange";
  const numbers = evidence.slice(0, 12).join(", ");
  const more = evidence.length > 12 ? ` and ${evidence.length - 12} more` : "";
  return `${agreeing(evidence.length, "exchange", "exchanges")} ${numbers}${more}`;
}
