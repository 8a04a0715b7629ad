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

export interface VerdictChange {
  readonly requirement: RequirementId;
  readonly level: Level;
  /** The level in the first run, if it differs. */
  readonly levelBefore?: Level;
  /** Set if the verdict is the same in both runs, but the second run has new violations. */
  readonly hasNewFindings?: true;
  /** The verdict in the first run. Absent if the first run lacks the requirement. */
  readonly before?: Verdict;
  /** The verdict in the second run. Absent if the second run lacks the requirement. */
  readonly after?: Verdict;
  /** `worse`: the result is worse, or equally bad with new violations. For a MUST, this fails a gate. */
  readonly direction: "worse" | "better" | "other";
  readonly cause: Cause;
  readonly because: string;
  readonly says: string;
  /** Operations and kinds for which the requirement fails, if it passes for others. */
  readonly where?: string;
  readonly possible?: string;
  /** The requirement that causes this one to fail in the second run, if any. */
  readonly follows?: RequirementId;
}

type Step = Pick<VerdictChange, "after" | "before" | "hasNewFindings" | "levelBefore">;

export interface ReportDiff {
  readonly before: RunName;
  readonly after: RunName;
  readonly suite: readonly string[];
  readonly configuration: readonly string[];
  readonly changes: readonly VerdictChange[];
  readonly schema: readonly SchemaChange[];
  /** Whether a gate must fail, because a MUST regressed or, if requested, because a schema change can break clients. */
  readonly isWorse: boolean;
}

export interface RunName {
  readonly run: string;
  readonly endpoint: string;
  readonly startedAt: string;
  readonly suite: string;
}

/** Information that is not in the reports. */
export interface DiffOptions {
  /** The verdicts on the first record, judged again by this release. Absent if this is unnecessary or impossible. */
  readonly rejudged?: ReadonlyMap<RequirementId, Verdict>;
  readonly schema: readonly SchemaChange[];
  /** Whether a breaking schema change fails the gate even if no MUST regressed. */
  readonly failsOnSchema?: boolean;
}

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
    const step = stepIn(pair, [before, after]);
    if (known === undefined || step === undefined) return [];
    const cause = causeOf(pair, { before, after, suite, configuration, rejudged });
    return [
      {
        requirement: id,
        level: known.level,
        ...step,
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

function placeIn(
  of: ReportRequirement | undefined,
  report: Report,
): Pick<VerdictChange, "where" | "possible" | "follows"> {
  if (of === undefined || standingOf(of) !== "failed") return {};
  const { kinds, operations } = whereBroken(of, report);
  const parts = [describeSplit("through", operations), describeSplit("on", kinds)];
  const where = parts.filter((text) => text !== "").join("; ") || firstPlace(of, report);
  return {
    ...(where === "" ? {} : { where }),
    ...(of.resembles === undefined ? {} : { possible: of.resembles }),
    ...(of.cause === undefined ? {} : { follows: of.cause }),
  };
}

function firstPlace(of: ReportRequirement, { target }: Report): string {
  const [name] = violatedCases(of);
  if (name === undefined) return "";
  const { kind, via } = placeOf(name, target.kinds);
  if (via !== "") return `through ${via}`;
  return kind === "" ? "" : `on ${kind}`;
}

/**
 * Returns what differs, or undefined if the result is unchanged. A new violation counts as a change, because a known
 * bug may mask a new one.
 */
function stepIn(
  { before, after }: Pair,
  [first, second]: readonly [Report, Report],
): Step | undefined {
  const verdicts = {
    ...(before === undefined ? {} : { before: before.verdict }),
    ...(after === undefined ? {} : { after: after.verdict }),
  };
  if (before === undefined || after === undefined) return verdicts;
  const level = before.level === after.level ? {} : { levelBefore: before.level };
  if (before.verdict !== after.verdict) return { ...verdicts, ...level };
  const isNew = newViolations([before, first], [after, second]).length > 0;
  if (!isNew && before.level === after.level) return undefined;
  return { ...verdicts, ...level, ...(isNew ? { hasNewFindings: true } : {}) };
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
