import { matches } from "../plan/select.ts";
import type { VerdictLine } from "../record/record.ts";
import type { Verdict } from "../record/verdict.ts";
import { isAbout, isValid, violationsIn } from "./baseline-entries.ts";
import type { BaselineRun } from "./baseline-entries.ts";
import { isSkipVerdict } from "../record/baseline.ts";
import type {
  Baseline,
  BaselineProblem,
  ExpectedFailure,
  ExpectedSkip,
} from "../record/baseline.ts";
import { findBaselineProblems } from "./baseline-problems.ts";
import { fingerprintOf } from "./fingerprint.ts";

export interface BaselineOutcome {
  readonly lines: readonly VerdictLine[];
  readonly problems: readonly BaselineProblem[];
}

/**
 * Applies a baseline to verdicts. Returns them with the problems of the baseline. Verdicts that the baseline expects
 * become `expected-fail` or `excluded`. A requirement with an additional, unexpected violation remains violated.
 */
export function applyBaseline(
  lines: readonly VerdictLine[],
  baseline: Baseline,
  run: BaselineRun,
): BaselineOutcome {
  const { failures, skips = [] } = baseline;
  const valid = { ...baseline, failures: failures.filter((of) => isValid(of, run.today)) };
  const validSkips = skips.filter((of) => isValid(of, run.today));
  return {
    lines: lines.map((line) =>
      applyTo(line, valid.failures, { skips: validSkips, kinds: run.kinds }),
    ),
    problems: findBaselineProblems(lines, baseline, run),
  };
}

function applyTo(
  line: VerdictLine,
  failures: readonly ExpectedFailure[],
  { skips, kinds }: { readonly skips: readonly ExpectedSkip[] } & Pick<BaselineRun, "kinds">,
): VerdictLine {
  const { verdict } = line;
  if (verdict === "fail" || verdict === "warn" || verdict === "flaky") {
    return expectFailure(line, failures, kinds);
  }
  // `not-applicable` states its own reason, so it needs no entry in the baseline.
  if (!isSkipVerdict(verdict) || verdict === "not-applicable") return line;
  const skip = skips.find(
    (of) => of.verdict === verdict && matches(of.requirement, line.requirement),
  );
  return skip === undefined
    ? line
    : changed(line, "excluded", `${verdict}, expected by the baseline: ${excuseOf(skip)}`);
}

function expectFailure(
  line: VerdictLine,
  failures: readonly ExpectedFailure[],
  kinds: BaselineRun["kinds"],
): VerdictLine {
  const violations = violationsIn(line.findings);
  const matched = new Set<ExpectedFailure>();
  const news: string[] = [];
  let isKnownPlace = false;
  for (const finding of violations) {
    const fingerprint = fingerprintOf(finding, kinds);
    const about = failures.filter((entry) => isAbout(entry, finding, kinds));
    const entry = about.find(({ fingerprints }) => fingerprints.includes(fingerprint));
    if (entry === undefined) news.push(fingerprint);
    else matched.add(entry);
    isKnownPlace ||= about.length > 0;
  }
  if (news.length > 0 || matched.size === 0) {
    if (!isKnownPlace) return line;
    const known = `a different failure than the baseline expects (fingerprint ${[...new Set(news)].join(", ")})`;
    return { ...line, reason: line.reason === undefined ? known : `${line.reason}; ${known}` };
  }
  return settleExpected(line, [...matched]);
}

/**
 * Returns the verdict on a requirement with expected failures. An error of the suite in another case still results in
 * `errored`.
 */
function settleExpected(line: VerdictLine, matched: readonly ExpectedFailure[]): VerdictLine {
  const errored = line.findings.find((finding) => finding.result === "errored");
  if (errored !== undefined) return changed(line, "errored", errored.reason);
  const excuses = [...new Set(matched.map(excuseOf))].join("; ");
  return changed(line, "expected-fail", `expected by the baseline: ${excuses}`);
}

function changed(line: VerdictLine, verdict: Verdict, reason: string): VerdictLine {
  const before = {
    verdict: line.verdict,
    ...(line.reason === undefined ? {} : { reason: line.reason }),
  };
  return { ...line, verdict, reason, before };
}

function excuseOf({ reason, issue, expires }: ExpectedFailure | ExpectedSkip): string {
  const where = [issue, expires === undefined ? undefined : `until ${expires}`];
  const more = where.filter((part) => part !== undefined).join(", ");
  return more === "" ? reason : `${reason} (${more})`;
}
