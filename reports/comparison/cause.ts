import type { RequirementId } from "#contract";
import { fingerprintOf } from "#verdicts";
import type { Verdict } from "#verdicts";
import { violationsOf } from "../formats/standing.ts";
import { isSearch } from "../report/report-requirement.ts";
import type { Report, ReportRequirement, Violation } from "../report/report.ts";
import type { ConfigurationChange } from "./circumstances.ts";

/** Why a verdict differs between two runs. */
export type Cause = "implementation" | "suite" | "configuration" | "flake";

export interface Pair {
  readonly before: ReportRequirement | undefined;
  readonly after: ReportRequirement | undefined;
}

export interface Circumstances {
  readonly before: Report;
  readonly after: Report;
  readonly suite: readonly string[];
  readonly configuration: readonly ConfigurationChange[];
  readonly rejudged: ReadonlyMap<RequirementId, Verdict> | undefined;
}

export interface KnownCause {
  readonly cause: Cause;
  readonly because: string;
}

/** A requirement in a report. */
type Reported = readonly [of: ReportRequirement, report: Report];

interface Both {
  readonly before: ReportRequirement;
  readonly after: ReportRequirement;
}

/** Determines why a verdict differs. The implementation is the cause only if every other cause is excluded. */
export function causeOf({ before, after }: Pair, circumstances: Circumstances): KnownCause {
  if (before === undefined || after === undefined) {
    return requiredOnce(before, after, circumstances);
  }
  const both = { before, after };
  return (
    flakeIn(both) ??
    suiteBehind(both, circumstances) ??
    excuseBehind(both, circumstances) ??
    configurationBehind(both, circumstances) ?? {
      cause: "implementation",
      because:
        circumstances.configuration.length === 0
          ? "suite and configuration are the same in both runs"
          : "both runs executed the decisive cases under the same conditions",
    }
  );
}

export function newViolations(before: Reported, after: Reported): readonly Violation[] {
  const known = new Set(violationsOf(before[0]).map((finding) => printOf(before, finding)));
  return violationsOf(after[0]).filter((finding) => !known.has(printOf(after, finding)));
}

function printOf([{ requirement }, { target }]: Reported, finding: Violation): string {
  return fingerprintOf({ ...finding, requirement }, target.kinds);
}

function requiredOnce(
  before: ReportRequirement | undefined,
  after: ReportRequirement | undefined,
  { configuration }: Circumstances,
): KnownCause {
  const how = before === undefined ? "first" : "second";
  const profile = configuration.find(({ name }) => name === "profile" || name === "revision");
  if (profile !== undefined) return { cause: "configuration", because: profile.line };
  return (before ?? after)?.isExtension === true
    ? { cause: "configuration", because: `no extension of the ${how} run requires it` }
    : { cause: "suite", because: `the suite of the ${how} run does not require it` };
}

function flakeIn({ before, after }: Both): KnownCause | undefined {
  const flaking = [before, after].find(
    ({ verdict }) => verdict === "flaky" || verdict === "errored",
  );
  if (flaking === undefined) return undefined;
  const which = flaking === before ? "first" : "second";
  return { cause: "flake", because: `the verdict was ${flaking.verdict} in the ${which} run` };
}

function suiteBehind(
  { before, after }: Both,
  { suite, rejudged }: Circumstances,
): KnownCause | undefined {
  if (before.level !== after.level) {
    return { cause: "suite", because: `the level was ${before.level} and is now ${after.level}` };
  }
  if (rejudged === undefined) {
    const [first] = suite;
    return first === undefined
      ? undefined
      : { cause: "suite", because: `${first}, and the first record could not be re-evaluated` };
  }
  const today = rejudged.get(before.requirement);
  return today !== before.verdict && today === after.verdict
    ? {
        cause: "suite",
        because: "the current judges give the first record the same verdict as the second",
      }
    : undefined;
}

/**
 * Attributes a change to a different configuration if only one of the verdicts is `excluded`, `not-applicable` or
 * `untestable`, or only one is `expected-fail`, because such verdicts do not depend on the behavior of the target.
 */
function excuseBehind(
  { before, after }: Both,
  { configuration }: Circumstances,
): KnownCause | undefined {
  const isMoved = isAsked(before) !== isAsked(after) || isExcused(before) !== isExcused(after);
  return isMoved ? because(configuration.filter(({ decides }) => decides !== "search")) : undefined;
}

/**
 * Attributes a change to the configuration in two cases. Either options that affect judging differ, or the deciding
 * cases are not comparable: a case that only one run contains, or a search with different inputs, cannot distinguish
 * two implementations.
 */
function configurationBehind(both: Both, circumstances: Circumstances): KnownCause | undefined {
  const { configuration } = circumstances;
  const changed = (decides: ConfigurationChange["decides"]): readonly ConfigurationChange[] =>
    configuration.filter((of) => of.decides === decides);
  const terms = changed("terms");
  if (terms.length > 0) return because(terms);
  const [deciding, other, which] = decidingCases(both, circumstances);
  const done = new Set(
    other.cases.flatMap(({ case: name, problem }) => (problem === undefined ? [name] : [])),
  );
  const shared = deciding.filter((name) => done.has(name));
  if (shared.length === 0 && deciding.length > 0) {
    const what = because([...changed("cases"), ...changed("search")]);
    const [first] = deciding;
    return what === undefined
      ? undefined
      : { ...what, because: `${first} did not run in the ${which} run; ${what.because}` };
  }
  return shared.length > 0 && shared.every(isSearch) ? because(changed("search")) : undefined;
}

/** Returns the cases on which the change is based, and the run that contains them. */
function decidingCases(
  { before, after }: Both,
  circumstances: Circumstances,
): readonly [cases: readonly string[], other: Report, which: "first" | "second"] {
  const first: Reported = [before, circumstances.before];
  const second: Reported = [after, circumstances.after];
  const came = casesOf(newViolations(first, second));
  if (came.length > 0) return [came, circumstances.before, "first"];
  const gone = casesOf(newViolations(second, first));
  if (gone.length > 0) return [gone, circumstances.after, "second"];
  const casesAbout = (of: ReportRequirement, { cases }: Report): readonly string[] =>
    casesOf(cases.filter(({ check }) => of.checks.includes(check)));
  const now = casesAbout(after, circumstances.after);
  const then = casesAbout(before, circumstances.before);
  const added = now.filter((name) => !then.includes(name));
  if (added.length > 0) return [added, circumstances.before, "first"];
  const left = then.filter((name) => !now.includes(name));
  return left.length > 0
    ? [left, circumstances.after, "second"]
    : [now, circumstances.before, "first"];
}

function casesOf(of: readonly { readonly case: string }[]): readonly string[] {
  return [...new Set(of.map(({ case: name }) => name))];
}

function because(changes: readonly ConfigurationChange[]): KnownCause | undefined {
  if (changes.length === 0) return undefined;
  return { cause: "configuration", because: changes.map(({ line }) => line).join("; ") };
}

function isAsked({ verdict }: ReportRequirement): boolean {
  return !["excluded", "not-applicable", "untestable"].includes(verdict);
}

function isExcused({ verdict }: ReportRequirement): boolean {
  return verdict === "expected-fail";
}
