import type { RequirementId } from "#contract";
import type { Baseline, ExpectedFailure } from "../record/baseline.ts";
import type { BaselineRun } from "../baseline/baseline-entries.ts";
import { fingerprintOf } from "../baseline/fingerprint.ts";
import type { ViolationFinding } from "../baseline/fingerprint.ts";
import type { VerdictLine } from "../record/record.ts";
import type { Verdict } from "../record/verdict.ts";

const ordered: RequirementId = "watch.ordered";
export const gap: RequirementId = "watch.no-gap";

export const baselineRun: BaselineRun = {
  today: "2026-06-15",
  kinds: [
    { name: "Service", statusWrites: ["updateServiceStatus"] },
    { name: "Bucket", statusWrites: [] },
  ],
  selection: { only: [], skip: [] },
  isWhole: true,
};

export function violation(over: Partial<ViolationFinding> = {}): ViolationFinding {
  return {
    result: "violated",
    requirement: ordered,
    case: "watch/ordered#Service",
    expected: "versions that rise",
    actual: "version 12 after version 13 of Service default/cabcdefgh-3",
    evidence: [1],
    ...over,
  };
}

const onBucket = violation({
  case: "watch/ordered#Bucket",
  actual: violation().actual.replace("Service", "Bucket"),
});

/** Creates the verdict line of `watch.ordered`, with a violation if the verdict requires one. */
export function line(verdict: Verdict, over: Partial<VerdictLine> = {}): VerdictLine {
  const requirement = over.requirement ?? ordered;
  return {
    line: "verdict",
    requirement,
    level: "MUST",
    verdict,
    instances: 1,
    checks: ["watch/ordered"],
    findings: verdict === "fail" || verdict === "warn" ? [violation({ requirement })] : [],
    ...over,
  };
}

export function entry(over: Partial<ExpectedFailure> = {}): ExpectedFailure {
  return {
    requirement: ordered,
    kind: "Service",
    fingerprints: [fingerprintOf(violation(), baselineRun.kinds)],
    reason: "known",
    ...over,
  };
}

export function baseline(over: Partial<Baseline> = {}): Baseline {
  return { format: 1, profile: "graphql-status/v1", failures: [entry()], ...over };
}

export interface BaselineRow {
  readonly name: string;
  readonly lines: readonly VerdictLine[];
  readonly baseline: Baseline;
  readonly run?: Partial<BaselineRun>;
  readonly verdicts: readonly Verdict[];
  readonly problems: readonly string[];
}

const skip = { requirement: gap, verdict: "untestable", reason: "no credential" } as const;

export const baselineRows: readonly BaselineRow[] = [
  {
    name: "an expected failure",
    lines: [line("fail")],
    baseline: baseline(),
    verdicts: ["expected-fail"],
    problems: [],
  },
  {
    name: "the same failure of a SHOULD",
    lines: [line("warn", { level: "SHOULD" })],
    baseline: baseline(),
    verdicts: ["expected-fail"],
    problems: [],
  },
  {
    name: "a failure with other versions and names",
    lines: [
      line("fail", {
        findings: [
          violation({ actual: "version 7 after version 9 of Service default/czzzzzzzz-18" }),
        ],
      }),
    ],
    baseline: baseline(),
    verdicts: ["expected-fail"],
    problems: [],
  },
  {
    name: "another failure of the same requirement",
    lines: [line("fail", { findings: [violation({ actual: "an event without a version" })] })],
    baseline: baseline(),
    verdicts: ["fail"],
    problems: ["stale"],
  },
  {
    name: "the expected failure and another one",
    lines: [
      line("fail", {
        findings: [violation(), violation({ actual: "an event without a version" })],
      }),
    ],
    baseline: baseline(),
    verdicts: ["fail"],
    problems: [],
  },
  {
    name: "the failure on another kind",
    lines: [line("fail", { findings: [violation({ case: "watch/ordered#Bucket" })] })],
    baseline: baseline(),
    verdicts: ["fail"],
    problems: ["stale"],
  },
  {
    name: "the failure on any kind",
    lines: [line("fail", { findings: [onBucket] })],
    baseline: baseline({ failures: [entry({ kind: "*" })] }),
    verdicts: ["expected-fail"],
    problems: [],
  },
  {
    name: "an expected failure beside a case that the suite could not finish",
    lines: [
      line("fail", {
        findings: [
          violation(),
          { result: "errored", requirement: ordered, reason: "lost", evidence: [], case: "x#y" },
        ],
      }),
    ],
    baseline: baseline(),
    verdicts: ["errored"],
    problems: [],
  },
  {
    name: "a failure that is fixed",
    lines: [line("pass")],
    baseline: baseline(),
    verdicts: ["pass"],
    problems: ["stale"],
  },
  {
    name: "a failure that comes and goes",
    lines: [line("pass")],
    baseline: baseline({ failures: [entry({ intermittent: true })] }),
    verdicts: ["pass"],
    problems: [],
  },
  {
    name: "a failure that was not looked at",
    lines: [line("excluded")],
    baseline: baseline(),
    verdicts: ["excluded"],
    problems: [],
  },
  {
    name: "a fixed failure in a part of a run",
    lines: [line("pass")],
    baseline: baseline(),
    run: { isWhole: false },
    verdicts: ["pass"],
    problems: [],
  },
  {
    name: "an entry on its last day",
    lines: [line("fail")],
    baseline: baseline({ failures: [entry({ expires: "2026-06-15" })] }),
    verdicts: ["expected-fail"],
    problems: [],
  },
  {
    name: "an entry that expired",
    lines: [line("fail")],
    baseline: baseline({ failures: [entry({ expires: "2026-06-14" })] }),
    verdicts: ["fail"],
    problems: ["expired"],
  },
  {
    name: "an entry that names no requirement",
    lines: [line("pass")],
    baseline: baseline({ failures: [entry({ requirement: "watch.no-such*" })] }),
    verdicts: ["pass"],
    problems: ["unmatched"],
  },
  {
    name: "an entry that names no kind",
    lines: [line("pass")],
    baseline: baseline({ failures: [entry({ kind: "Servise" })] }),
    verdicts: ["pass"],
    problems: ["unmatched"],
  },
  {
    name: "an expected skip",
    lines: [line("untestable", { requirement: gap, reason: "no credential" })],
    baseline: baseline({ failures: [], skips: [skip] }),
    verdicts: ["excluded"],
    problems: [],
  },
  {
    name: "a skip that nobody expects",
    lines: [line("not-applicable", { requirement: gap })],
    baseline: baseline({ failures: [], skips: [] }),
    verdicts: ["not-applicable"],
    problems: ["unexpected-skip"],
  },
  {
    name: "a skip where nobody looks",
    lines: [line("untestable", { requirement: gap })],
    baseline: baseline({ failures: [] }),
    verdicts: ["untestable"],
    problems: [],
  },
  {
    name: "a skip that is none any more",
    lines: [line("pass", { requirement: gap })],
    baseline: baseline({ failures: [], skips: [skip] }),
    verdicts: ["pass"],
    problems: ["stale"],
  },
];
