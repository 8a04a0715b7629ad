import type { ProfileName } from "#contract";
import { matches } from "../plan/select.ts";
import { baselineFormat, isSkipVerdict } from "../record/baseline.ts";
import type { Baseline, ExpectedFailure, ExpectedSkip } from "../record/baseline.ts";
import { placeOf } from "../record/case-finding.ts";
import type { VerdictLine } from "../record/record.ts";
import { isAbout, isValid, selectsEveryCase, violationsIn } from "./baseline-entries.ts";
import type { BaselineRun } from "./baseline-entries.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { ViolationFinding } from "./fingerprint.ts";

export interface BaselineUpdate {
  readonly profile: ProfileName;
  readonly lines: readonly VerdictLine[];
  /** The previous baseline. Its valid entries keep their reason, issue and date. */
  readonly previous?: Baseline;
  readonly run: BaselineRun;
}

/**
 * Creates a baseline with which the run would pass. A new entry gets its reason from the finding or the verdict, for a
 * person to replace. After a partial run, entries about skipped requirements are kept.
 */
export function updateBaseline({ profile, lines, previous, run }: BaselineUpdate): Baseline {
  const kept = keptFailures(lines, previous, run);
  const covered = (finding: ViolationFinding): boolean =>
    kept.some(
      (entry) =>
        isAbout(entry, finding, run.kinds) &&
        entry.fingerprints.includes(fingerprintOf(finding, run.kinds)),
    );
  const fresh = freshFailures(lines, run, covered);
  const skips = keptSkips(lines, previous, run);
  return {
    format: baselineFormat,
    profile,
    failures: [...kept, ...fresh].toSorted(byPlace),
    ...(previous !== undefined && previous.skips === undefined ? {} : { skips }),
  };
}

function keptFailures(
  lines: readonly VerdictLine[],
  previous: Baseline | undefined,
  run: BaselineRun,
): readonly ExpectedFailure[] {
  const violations = lines.flatMap((line) => violationsIn(line.findings));
  const isLookedAt = selectsEveryCase(run, lines);
  const isSeen = ({ requirement, kind }: ExpectedFailure): boolean => {
    const named = lines.filter((line) => matches(requirement, line.requirement));
    // An entry that names no known requirement has no effect, so it is dropped.
    return named.length === 0 || named.some((line) => isJudged(line) && isLookedAt(line, kind));
  };
  return (previous?.failures ?? []).flatMap((entry): readonly ExpectedFailure[] => {
    if (!isValid(entry, run.today)) return [];
    const isOpen = !run.isWhole || entry.intermittent === true || !isSeen(entry);
    const found = new Set(
      violations
        .filter((finding) => isAbout(entry, finding, run.kinds))
        .map((finding) => fingerprintOf(finding, run.kinds)),
    );
    const fingerprints = entry.fingerprints.filter(
      (fingerprint) => isOpen || found.has(fingerprint),
    );
    return fingerprints.length === 0 ? [] : [{ ...entry, fingerprints }];
  });
}

function freshFailures(
  lines: readonly VerdictLine[],
  { kinds }: BaselineRun,
  isCovered: (finding: ViolationFinding) => boolean,
): readonly ExpectedFailure[] {
  const entries = new Map<string, { entry: ExpectedFailure; fingerprints: Set<string> }>();
  for (const finding of lines.filter(isBroken).flatMap((line) => violationsIn(line.findings))) {
    if (isCovered(finding)) continue;
    const { kind } = placeOf(finding.case, kinds);
    const { requirement, expected, actual } = finding;
    const known = entries.get(`${requirement} ${kind}`);
    if (known !== undefined) {
      known.fingerprints.add(fingerprintOf(finding, kinds));
      continue;
    }
    const reason = `not reviewed yet; expected ${expected}, but ${actual}`.slice(0, 300);
    const fingerprints = new Set([fingerprintOf(finding, kinds)]);
    const entry: ExpectedFailure = { requirement, kind, fingerprints: [], reason };
    entries.set(`${requirement} ${kind}`, { entry, fingerprints });
  }
  return [...entries.values()].map(({ entry, fingerprints }) => ({
    ...entry,
    fingerprints: [...fingerprints].toSorted(),
  }));
}

function keptSkips(
  lines: readonly VerdictLine[],
  previous: Baseline | undefined,
  { today }: BaselineRun,
): readonly ExpectedSkip[] {
  return lines.flatMap(({ requirement, verdict, reason }): readonly ExpectedSkip[] => {
    if (!isSkipVerdict(verdict)) return [];
    const known = previous?.skips?.find(
      (skip) =>
        skip.requirement === requirement && skip.verdict === verdict && isValid(skip, today),
    );
    return [known ?? { requirement, verdict, reason: reason ?? "not reviewed yet" }];
  });
}

function isBroken({ verdict }: VerdictLine): boolean {
  return verdict === "fail" || verdict === "warn" || verdict === "flaky";
}

function isJudged(line: VerdictLine): boolean {
  return line.verdict === "pass" || isBroken(line);
}

function byPlace(left: ExpectedFailure, right: ExpectedFailure): number {
  const [first, second] = [placeNameOf(left), placeNameOf(right)];
  return first < second ? -1 : Number(first > second);
}

function placeNameOf({ requirement, kind }: ExpectedFailure): string {
  return `${requirement} ${kind}`;
}
