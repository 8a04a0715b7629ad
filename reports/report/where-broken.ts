import { checkIn, placeOf } from "#verdicts";
import type { CasePlace } from "#verdicts";
import type { Report, ReportRequirement } from "./report.ts";
import { listNames } from "../text/list-names.ts";
import { violatedCases } from "./broken-causes.ts";

/**
 * The kinds and operations for which a requirement is violated, and those for which the same checks report no
 * violation.
 */
export interface WhereBroken {
  readonly broken: number;
  readonly of: number;
  /**
   * The kinds and operations that distinguish failing cases from the others. Empty if none do, or if all cases fail.
   */
  readonly kinds: Split;
  readonly operations: Split;
}

/** Names of kinds or operations for which every case fails, and those for which no case does. */
export interface Split {
  readonly broken: readonly string[];
  readonly held: readonly string[];
}

/** One case of a check that reported the requirement as violated in at least one case. */
export interface CaseResult extends CasePlace {
  readonly isBroken: boolean;
}

export function whereBroken(
  requirement: ReportRequirement,
  report: Pick<Report, "cases" | "target">,
): WhereBroken {
  const results = caseResults(requirement, report);
  return {
    broken: results.filter(({ isBroken }) => isBroken).length,
    of: results.length,
    kinds: splitBy(results, ({ kind }) => kind),
    operations: splitBy(results, ({ via }) => via),
  };
}

/**
 * Describes the names for which every case fails, and those for which no case does. Returns an empty string if there
 * are none of the former.
 */
export function describeSplit(word: string, { broken, held }: Split, mostNames = 5): string {
  if (broken.length === 0) return "";
  return `${word} ${listNames(broken, mostNames)}, not ${word} ${listNames(held, mostNames)}`;
}

export function caseResults(
  requirement: ReportRequirement,
  { cases, target }: Pick<Report, "cases" | "target">,
): readonly CaseResult[] {
  const broken = new Set(violatedCases(requirement));
  const checks = new Set([...broken].map((name) => checkIn(name)));
  const ended = cases
    .filter(({ check, problem }) => checks.has(check) && problem === undefined)
    .map((one) => one.case);
  return [...new Set([...broken, ...ended])].map((name) => ({
    ...placeOf(name, target.kinds),
    isBroken: broken.has(name),
  }));
}

/** Omits names for which only some cases fail. */
function splitBy(results: readonly CaseResult[], nameOf: (result: CaseResult) => string): Split {
  const outcomes = new Map<string, Set<boolean>>();
  for (const result of results) {
    const name = nameOf(result);
    if (name === "") continue;
    outcomes.set(name, (outcomes.get(name) ?? new Set()).add(result.isBroken));
  }
  const named = (isBroken: boolean): readonly string[] =>
    [...outcomes].flatMap(([name, seen]) => (seen.has(isBroken) && seen.size === 1 ? [name] : []));
  const [broken, held] = [named(true), named(false)];
  return held.length === 0 || broken.length === 0 ? { broken: [], held: [] } : { broken, held };
}
