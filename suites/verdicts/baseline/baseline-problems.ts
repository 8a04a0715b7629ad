import { matches } from "../plan/select.ts";
import { isSkipVerdict } from "../record/baseline.ts";
import type {
  Baseline,
  BaselineProblem,
  ExpectedFailure,
  ExpectedSkip,
} from "../record/baseline.ts";
import { placeOf } from "../record/case-finding.ts";
import type { VerdictLine } from "../record/record.ts";
import { isValid, selectsEveryCase } from "./baseline-entries.ts";
import type { BaselineRun } from "./baseline-entries.ts";
import { fingerprintOf } from "./fingerprint.ts";

export function findBaselineProblems(
  lines: readonly VerdictLine[],
  baseline: Baseline,
  run: BaselineRun,
): readonly BaselineProblem[] {
  const { failures, skips } = baseline;
  return [
    ...failures.flatMap((entry) => problemOfFailure(entry, lines, run)),
    ...(skips ?? []).flatMap((entry) => problemOfSkip(entry, lines, run)),
    ...(skips === undefined ? [] : unexpectedSkips(lines, skips, run)),
  ];
}

function problemOfFailure(
  entry: ExpectedFailure,
  lines: readonly VerdictLine[],
  run: BaselineRun,
): readonly BaselineProblem[] {
  const { requirement, kind, fingerprints } = entry;
  const named = lines.filter((line) => matches(requirement, line.requirement));
  if (named.length === 0) {
    return [
      unmatched(requirement, "names a requirement that is not in this profile; fix or remove it"),
    ];
  }
  if (!run.kinds.some(({ name }) => matches(kind, name))) {
    return [
      unmatched(
        requirement,
        `names a kind that the target does not have: ${kind}; fix or remove it`,
      ),
    ];
  }
  if (!isValid(entry, run.today)) return [expired(entry)];
  const isLookedAt = selectsEveryCase(run, lines);
  const judged = named.filter((line) => isJudged(line) && isLookedAt(line, kind));
  if (judged.length === 0 || !run.isWhole || entry.intermittent === true) return [];
  const found = new Set(judged.flatMap((line) => fingerprintsIn(line, kind, run.kinds)));
  const gone = fingerprints.filter((fingerprint) => !found.has(fingerprint));
  if (gone.length === 0) return [];
  const what =
    gone.length === fingerprints.length ? "the failure" : `the failure ${gone.join(", ")}`;
  return [
    {
      problem: "stale",
      requirement,
      message: `${what} expected on ${kind} did not occur; remove the entry from the baseline`,
    },
  ];
}

function fingerprintsIn(
  line: VerdictLine,
  kind: string,
  kinds: BaselineRun["kinds"],
): readonly string[] {
  return line.findings.flatMap((finding) =>
    finding.result === "violated" && matches(kind, placeOf(finding.case, kinds).kind)
      ? [fingerprintOf(finding, kinds)]
      : [],
  );
}

function problemOfSkip(
  entry: ExpectedSkip,
  lines: readonly VerdictLine[],
  run: BaselineRun,
): readonly BaselineProblem[] {
  const { requirement, verdict } = entry;
  const named = lines.filter((line) => matches(requirement, line.requirement));
  if (named.length === 0) {
    return [
      unmatched(requirement, "names a requirement that is not in this profile; fix or remove it"),
    ];
  }
  if (!isValid(entry, run.today)) return [expired(entry)];
  const isMet = named.some((line) => line.verdict === verdict);
  const isLookedAt = selectsEveryCase(run, lines);
  const judged = named.filter((line) => line.verdict !== "excluded" && isLookedAt(line, "*"));
  if (isMet || judged.length === 0 || !run.isWhole) return [];
  const now = [...new Set(named.map((line) => line.verdict))].join(", ");
  return [
    {
      problem: "stale",
      requirement,
      message: `expected ${verdict}, but the verdict is ${now}; remove the entry from the baseline`,
    },
  ];
}

function unexpectedSkips(
  lines: readonly VerdictLine[],
  skips: readonly ExpectedSkip[],
  run: BaselineRun,
): readonly BaselineProblem[] {
  if (!run.isWhole) return [];
  const isLookedAt = selectsEveryCase(run, lines);
  return lines.flatMap((line): readonly BaselineProblem[] => {
    const { requirement, verdict, reason = "no reason given" } = line;
    if (!isSkipVerdict(verdict) || !isLookedAt(line, "*")) return [];
    const isKnown = skips.some(
      (skip) => skip.verdict === verdict && matches(skip.requirement, requirement),
    );
    if (isKnown) return [];
    const message = `the baseline does not expect the verdict ${verdict} (${reason})`;
    return [{ problem: "unexpected-skip", requirement, message }];
  });
}

function isJudged({ verdict }: VerdictLine): boolean {
  return ["pass", "fail", "warn", "flaky"].includes(verdict);
}

function expired(entry: ExpectedFailure | ExpectedSkip): BaselineProblem {
  const { requirement, expires = "" } = entry;
  const message = `the entry expired on ${expires}; fix the target or set a new date`;
  return { problem: "expired", requirement, message };
}

function unmatched(requirement: string, what: string): BaselineProblem {
  return { problem: "unmatched", requirement, message: `the entry ${what}` };
}
