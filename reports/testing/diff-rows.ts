import type { Level, RequirementId } from "#contract";
import type { Verdict, VerdictLine } from "#verdicts";
import type { DiffOptions } from "../comparison/diff-reports.ts";
import { buildReport } from "../report/report-builder.ts";
import type { HeaderLine } from "../record/lines.ts";
import type { Report } from "../report/report.ts";
import { caseLine, headerLine, recordOf, verdictLine, violated } from "./record-lines.ts";

export const id: RequirementId = "watch.ordered";

interface Side {
  readonly verdict: Verdict;
  readonly level?: Level;
  readonly actual?: string;
  readonly header?: Partial<HeaderLine>;
  readonly cases?: readonly string[];
}

const usualCase = "watch/ordered#Service";

export function reportOf(side: Side): Report {
  const { verdict, level = "MUST", actual = "an old version", header = {} } = side;
  const { cases = [usualCase] } = side;
  const isBroken = verdict === "fail" || verdict === "warn";
  const findings = isBroken ? [violated(id, { actual, case: cases[0] ?? usualCase })] : [];
  const line: VerdictLine = verdictLine(id, {
    verdict,
    level,
    findings,
    checks: ["watch/ordered", "histories/hot-objects"],
  });
  const lines = cases.map((name, i) => caseLine(name, i === 0 ? findings : []));
  return buildReport(recordOf(lines, [line], { header }));
}

const otherCase = "watch/ordered#Bucket";
const search = "histories/hot-objects#Service";

const otherSuite = { suite: { name: "status-conformance", version: "9.9.9" } };

interface DiffRow {
  readonly name: string;
  readonly before: Side;
  readonly after: Side;
  readonly options?: Partial<DiffOptions>;
  readonly direction: "worse" | "better" | "other";
  readonly cause: "implementation" | "suite" | "configuration" | "flake";
  readonly isWorse: boolean;
}

export const diffRows: readonly DiffRow[] = [
  {
    name: "a MUST that broke",
    before: { verdict: "pass" },
    after: { verdict: "fail" },
    direction: "worse",
    cause: "implementation",
    isWorse: true,
  },
  {
    name: "a SHOULD that broke",
    before: { verdict: "pass", level: "SHOULD" },
    after: { verdict: "warn", level: "SHOULD" },
    direction: "worse",
    cause: "implementation",
    isWorse: false,
  },
  {
    name: "a failure that was fixed",
    before: { verdict: "fail" },
    after: { verdict: "pass" },
    direction: "better",
    cause: "implementation",
    isWorse: false,
  },
  {
    name: "another failure of what was broken already",
    before: { verdict: "fail" },
    after: { verdict: "fail", actual: "no version at all" },
    direction: "worse",
    cause: "implementation",
    isWorse: true,
  },
  {
    name: "a verdict that today's judges give the first record as well",
    before: { verdict: "pass" },
    after: { verdict: "fail", header: otherSuite },
    options: { rejudged: new Map([[id, "fail"]]) },
    direction: "worse",
    cause: "suite",
    isWorse: true,
  },
  {
    name: "a verdict that today's judges do not give the first record",
    before: { verdict: "pass" },
    after: { verdict: "fail", header: otherSuite },
    options: { rejudged: new Map([[id, "pass"]]) },
    direction: "worse",
    cause: "implementation",
    isWorse: true,
  },
  {
    name: "another level",
    before: { verdict: "warn", level: "SHOULD" },
    after: { verdict: "fail", level: "MUST" },
    direction: "worse",
    cause: "suite",
    isWorse: true,
  },
  {
    name: "a feature that was withdrawn",
    before: { verdict: "pass" },
    after: { verdict: "not-applicable", header: { skip: ["watch.*"] } },
    direction: "other",
    cause: "configuration",
    isWorse: false,
  },
  {
    name: "a failure although something else was configured",
    before: { verdict: "pass" },
    after: { verdict: "fail", header: { skip: ["apply.*"] } },
    direction: "worse",
    cause: "implementation",
    isWorse: true,
  },
  {
    name: "a failure of a case that the first run had not selected",
    before: { verdict: "pass", cases: [otherCase], header: { skip: ["*#Service"] } },
    after: { verdict: "fail", cases: [usualCase, otherCase] },
    direction: "worse",
    cause: "configuration",
    isWorse: true,
  },
  {
    name: "a failure whose case the second run had not selected",
    before: { verdict: "fail", cases: [usualCase, otherCase] },
    after: { verdict: "pass", cases: [otherCase], header: { only: ["*#Bucket"] } },
    direction: "better",
    cause: "configuration",
    isWorse: false,
  },
  {
    name: "a failure on a kind that the first run did not have",
    before: {
      verdict: "pass",
      cases: [otherCase],
      header: { target: { ...headerLine().target, kinds: [{ name: "Bucket", statusWrites: [] }] } },
    },
    after: { verdict: "fail", cases: [usualCase, otherCase] },
    direction: "worse",
    cause: "configuration",
    isWorse: true,
  },
  {
    name: "too few instances because fewer cases were selected",
    before: { verdict: "pass", cases: [usualCase, otherCase] },
    after: { verdict: "inconclusive", cases: [usualCase], header: { skip: [otherCase] } },
    direction: "worse",
    cause: "configuration",
    isWorse: true,
  },
  {
    name: "a search that found something with another seed",
    before: { verdict: "pass", cases: [search], header: { seed: 1 } },
    after: { verdict: "fail", cases: [search], header: { seed: 2 } },
    direction: "worse",
    cause: "configuration",
    isWorse: true,
  },
  {
    name: "a search that found something with more time",
    before: { verdict: "pass", cases: [search] },
    after: {
      verdict: "fail",
      cases: [search],
      header: { command: "conformance --endpoint http://127.0.0.1:4000/graphql --budget 9000ms" },
    },
    direction: "worse",
    cause: "configuration",
    isWorse: true,
  },
  {
    name: "a search that found something on the same terms",
    before: { verdict: "pass", cases: [search] },
    after: { verdict: "fail", cases: [search] },
    direction: "worse",
    cause: "implementation",
    isWorse: true,
  },
  {
    name: "a scenario, for which the seed decides nothing",
    before: { verdict: "pass", header: { seed: 1 } },
    after: { verdict: "fail", header: { seed: 2 } },
    direction: "worse",
    cause: "implementation",
    isWorse: true,
  },
  {
    name: "a failure of a case that a budget of writes kept from the first run",
    before: {
      verdict: "pass",
      cases: [otherCase],
      header: { command: "conformance --write-budget 20 --seed 1" },
    },
    after: { verdict: "fail", cases: [usualCase, otherCase] },
    direction: "worse",
    cause: "configuration",
    isWorse: true,
  },
  {
    name: "other declared semantics",
    before: { verdict: "fail" },
    after: { verdict: "pass", header: { target: { ...headerLine().target, dialect: "mine" } } },
    direction: "better",
    cause: "configuration",
    isWorse: false,
  },
  {
    name: "a connection that broke",
    before: { verdict: "pass" },
    after: { verdict: "errored" },
    direction: "worse",
    cause: "flake",
    isWorse: true,
  },
];
