import type { Level, RequirementId } from "#contract";
import { placeOf } from "#verdicts";
import type { Verdict } from "#verdicts";
import { headlineOf, standingOf } from "../formats/standing.ts";
import { violatedCases } from "../report/broken-causes.ts";
import type { Report, ReportRequirement } from "../report/report.ts";
import { describeSplit, whereBroken } from "../report/where-broken.ts";
import { causeOf, newViolations } from "./cause.ts";
import type { Cause, Pair } from "./cause.ts";
import { configurationChanges, suiteChanges } from "./circumstances.ts";
import type { SchemaChange } from "./schema-changes.ts";

/** A requirement about which two runs say different things. */
export interface VerdictChange {
  readonly requirement: RequirementId;
  readonly level: Level;
  /** Absent if the first run does not have it. */
  readonly before?: Verdict;
  /** Absent if the second run does not have it. */
  readonly after?: Verdict;
  /** `worse` is what a gate looks at: it held or was excused, and now makes a run red. */
  readonly direction: "worse" | "better" | "other";
  readonly cause: Cause;
  /** How that is known, one sentence. */
  readonly because: string;
  /** What the second run says. */
  readonly says: string;
  /** Through which operations and on which kinds, where that tells it from what holds. */
  readonly where?: string;
  /** The mistake that the second run takes for the cause. */
  readonly possible?: string;
  /** The requirement that it follows from, as far as the second run knows. None by default. */
  readonly follows?: RequirementId;
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
  /** Whether a gate should close: a MUST got worse, or, where that was asked for, the schema can break clients. */
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
  /** Whether a change of the schema that can break clients closes the gate although no MUST got worse. */
  readonly failsOnSchema?: boolean;
}

/** Compares two runs. */
export function diffReports(before: Report, after: Report, options: DiffOptions): ReportDiff {
  const { rejudged, schema, failsOnSchema = false } = options;
  const suite = suiteChanges(before, after);
  const configuration = configurationChanges(before, after);
  const old = new Map(before.requirements.map((of) => [of.requirement, of]));
  const now = new Map(after.requirements.map((of) => [of.requirement, of]));
  const ids = [...new Set([...old.keys(), ...now.keys()])];
  const changes = ids.flatMap((id): readonly VerdictChange[] => {
    const pair = { before: old.get(id), after: now.get(id) };
    const known = pair.after ?? pair.before;
    if (known === undefined || isSame(pair)) return [];
    const cause = causeOf(pair, { before, after, suite, configuration, rejudged });
    return [
      {
        requirement: id,
        level: known.level,
        ...(pair.before === undefined ? {} : { before: pair.before.verdict }),
        ...(pair.after === undefined ? {} : { after: pair.after.verdict }),
        direction: directionOf(pair),
        ...cause,
        says: pair.after === undefined ? "no longer required" : headlineOf(pair.after),
        ...placeIn(pair.after, after),
      },
    ];
  });
  const isBroken = changes.some(
    ({ direction, level }) => direction === "worse" && level === "MUST",
  );
  const canBreakClients = schema.some(({ severity }) => severity === "breaking");
  return {
    before: nameOf(before),
    after: nameOf(after),
    suite,
    configuration: configuration.map(({ line }) => line),
    changes,
    schema,
    isWorse: isBroken || (failsOnSchema && canBreakClients),
  };
}

/** What the second run knows of where a requirement is broken, and why. */
function placeIn(
  of: ReportRequirement | undefined,
  report: Report,
): Pick<VerdictChange, "where" | "possible" | "follows"> {
  if (of === undefined || standingOf(of) !== "failed") return {};
  const { kinds, operations } = whereBroken(of, report);
  const parts = [describeSplit("through", operations), describeSplit("on", kinds)];
  const where = parts.filter((text) => text !== "").join("; ") || firstPlace(of);
  return {
    ...(where === "" ? {} : { where }),
    ...(of.resembles === undefined ? {} : { possible: of.resembles }),
    ...(of.cause === undefined ? {} : { follows: of.cause }),
  };
}

/** The mutation or kind of the case that shows it. */
function firstPlace(of: ReportRequirement): string {
  const [name] = violatedCases(of);
  if (name === undefined) return "";
  const { kind, via } = placeOf(name);
  if (via !== "") return `through ${via}`;
  return kind === "" ? "" : `on ${kind}`;
}

/** The same verdict for another reason is a change: a new bug may hide behind a known one. */
function isSame({ before, after }: Pair): boolean {
  if (before === undefined || after === undefined) return false;
  if (before.verdict !== after.verdict || before.level !== after.level) return false;
  return newViolations(before, after).length === 0;
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

function nameOf({ run, target, startedAt, suite }: Report): RunName {
  return { run, endpoint: target.endpoint, startedAt, suite: `${suite.name} ${suite.version}` };
}
