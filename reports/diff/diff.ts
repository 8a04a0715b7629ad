import type { Level, RequirementId } from "#contract";
import { fingerprintOf } from "#runner";
import type { Verdict } from "#runner";
import { headlineOf, standingOf, violationsOf } from "../formats/standing.ts";
import type { Report, ReportRequirement } from "../report.ts";
import { configurationChanges, suiteChanges } from "./circumstances.ts";
import type { SchemaChange } from "./schema-changes.ts";

/** Why a verdict differs between two runs. */
export type Cause = "implementation" | "suite" | "configuration" | "flake";

/** A requirement about which two runs say different things. */
export interface VerdictChange {
  readonly requirement: RequirementId;
  readonly level: Level;
  /** Absent: the first run did not know it. */
  readonly before?: Verdict;
  /** Absent: the second run does not know it. */
  readonly after?: Verdict;
  /** `worse` is what a gate looks at: it held or was excused, and now makes a run red. */
  readonly direction: "worse" | "better" | "other";
  readonly cause: Cause;
  /** How that is known, one sentence. */
  readonly because: string;
  /** What the second run says. */
  readonly says: string;
}

/** What changed from one run to another. */
export interface ReportDiff {
  readonly before: RunName;
  readonly after: RunName;
  /** How the suites differ: one line each. */
  readonly suite: readonly string[];
  /** How what was asked of them differs: one line each. */
  readonly configuration: readonly string[];
  readonly changes: readonly VerdictChange[];
  readonly schema: readonly SchemaChange[];
  /** Whether a gate should close: something got worse that is required, or the API broke. */
  readonly isWorse: boolean;
}

/** What tells two runs apart for a reader. */
export interface RunName {
  readonly run: string;
  readonly endpoint: string;
  readonly startedAt: string;
  readonly suite: string;
}

/** What is known beside the reports. */
export interface DiffOptions {
  /** The verdicts on the first record by the judges of today; absent where both runs had the same. */
  readonly rejudged?: ReadonlyMap<RequirementId, Verdict>;
  readonly schema: readonly SchemaChange[];
}

/** Compares two runs. */
export function diffReports(before: Report, after: Report, options: DiffOptions): ReportDiff {
  const suite = suiteChanges(before, after);
  const configuration = configurationChanges(before, after);
  const old = new Map(before.requirements.map((of) => [of.requirement, of]));
  const now = new Map(after.requirements.map((of) => [of.requirement, of]));
  const ids = [...new Set([...old.keys(), ...now.keys()])];
  const changes = ids.flatMap((id): readonly VerdictChange[] => {
    const pair = { before: old.get(id), after: now.get(id) };
    const known = pair.after ?? pair.before;
    if (known === undefined || isSame(pair)) return [];
    const cause = causeOf(pair, { suite, configuration, options });
    return [
      {
        requirement: id,
        level: known.level,
        ...(pair.before === undefined ? {} : { before: pair.before.verdict }),
        ...(pair.after === undefined ? {} : { after: pair.after.verdict }),
        direction: directionOf(pair),
        ...cause,
        says: pair.after === undefined ? "it is not required any more" : headlineOf(pair.after),
      },
    ];
  });
  const isWorse =
    changes.some(({ direction, level }) => direction === "worse" && level === "MUST") ||
    options.schema.some(({ severity }) => severity === "breaking");
  return {
    before: nameOf(before),
    after: nameOf(after),
    suite,
    configuration,
    changes,
    schema: options.schema,
    isWorse,
  };
}

interface Pair {
  readonly before: ReportRequirement | undefined;
  readonly after: ReportRequirement | undefined;
}

/** The same verdict for another reason is a change: a new bug may hide behind a known one. */
function isSame({ before, after }: Pair): boolean {
  if (before === undefined || after === undefined) return false;
  if (before.verdict !== after.verdict || before.level !== after.level) return false;
  const [old, now] = [failuresOf(before), failuresOf(after)];
  return [...now].every((fingerprint) => old.has(fingerprint));
}

function failuresOf(of: ReportRequirement): ReadonlySet<string> {
  return new Set(
    violationsOf(of).map((finding) => fingerprintOf({ ...finding, requirement: of.requirement })),
  );
}

function directionOf({ before, after }: Pair): VerdictChange["direction"] {
  if (after === undefined) return "other";
  const isRed = weightOf(after) > 0;
  if (before === undefined) return isRed ? "worse" : "other";
  if (before.verdict === after.verdict) return isRed ? "worse" : "other";
  const step = weightOf(after) - weightOf(before);
  if (step === 0) return "other";
  return step > 0 ? "worse" : "better";
}

/** How red a requirement is. */
function weightOf(of: ReportRequirement): number {
  switch (standingOf(of)) {
    case "passed":
      return of.verdict === "pass" ? 0 : 1;
    case "skipped":
      return 0;
    case "errored":
      return 2;
    case "failed":
      return 3;
  }
}

interface Circumstances {
  readonly suite: readonly string[];
  readonly configuration: readonly string[];
  readonly options: DiffOptions;
}

type KnownCause = Pick<VerdictChange, "cause" | "because">;

function causeOf({ before, after }: Pair, circumstances: Circumstances): KnownCause {
  if (before === undefined || after === undefined) {
    const how = before === undefined ? "first" : "second";
    return { cause: "suite", because: `the suite of the ${how} run does not require it` };
  }
  return (
    flakeIn(before, after) ??
    suiteBehind(before, after, circumstances) ??
    configurationBehind(before, after, circumstances) ?? {
      cause: "implementation",
      because: "suite and configuration say the same in both runs",
    }
  );
}

function flakeIn(before: ReportRequirement, after: ReportRequirement): KnownCause | undefined {
  const flaking = [before, after].find(
    ({ verdict }) => verdict === "flaky" || verdict === "errored",
  );
  if (flaking === undefined) return undefined;
  const which = flaking === before ? "first" : "second";
  return { cause: "flake", because: `it was ${flaking.verdict} in the ${which} run` };
}

function suiteBehind(
  before: ReportRequirement,
  after: ReportRequirement,
  { suite, options }: Circumstances,
): KnownCause | undefined {
  if (before.level !== after.level) {
    return { cause: "suite", because: `it was a ${before.level} and is a ${after.level}` };
  }
  if (options.rejudged === undefined) {
    const [first] = suite;
    return first === undefined
      ? undefined
      : { cause: "suite", because: `${first}, and the first record could not be judged again` };
  }
  const rejudged = options.rejudged.get(before.requirement);
  return rejudged !== before.verdict && rejudged === after.verdict
    ? { cause: "suite", because: "the judges of today say the same about the first record" }
    : undefined;
}

function configurationBehind(
  before: ReportRequirement,
  after: ReportRequirement,
  { configuration: [first] }: Circumstances,
): KnownCause | undefined {
  const isMoved = isAsked(before) !== isAsked(after) || isExcused(before) !== isExcused(after);
  return first !== undefined && isMoved ? { cause: "configuration", because: first } : undefined;
}

/** Whether the verdict says something about the target, rather than about what was asked. */
function isAsked({ verdict }: ReportRequirement): boolean {
  return !["excluded", "not-applicable", "untestable"].includes(verdict);
}

function isExcused({ verdict }: ReportRequirement): boolean {
  return verdict === "expected-fail";
}

function nameOf({ run, target, startedAt, suite }: Report): RunName {
  return { run, endpoint: target.endpoint, startedAt, suite: `${suite.name} ${suite.version}` };
}
