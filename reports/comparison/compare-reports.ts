import type { Level, RequirementId } from "#contract";
import type { Verdict } from "#verdicts";
import type { Report } from "../report/report.ts";

export interface ComparedRun {
  readonly name: string;
  readonly report: Report;
}

export interface ComparedRequirement {
  readonly requirement: RequirementId;
  readonly area: string;
  readonly statement: string;
  readonly level: Level;
  /**
   * One verdict per run, in the order of the runs. A verdict is undefined if the run's profile does not contain the
   * requirement.
   */
  readonly verdicts: readonly (Verdict | undefined)[];
  readonly differs: boolean;
}

export interface Comparison {
  readonly runs: readonly ComparedRun[];
  readonly requirements: readonly ComparedRequirement[];
}

const levels: readonly Level[] = ["MUST", "SHOULD", "MAY"];

export function compareReports(runs: readonly ComparedRun[]): Comparison {
  const tables = runs.map(
    ({ report }) => new Map(report.requirements.map((of) => [of.requirement, of])),
  );
  const known = new Map(
    runs.flatMap(({ report }) => report.requirements).map((of) => [of.requirement, of]),
  );
  const requirements = [...known.values()].map((of): ComparedRequirement => {
    const own = tables.map((table) => table.get(of.requirement));
    const verdicts = own.map((found) => found?.verdict);
    const level = levels.find((wanted) => own.some((found) => found?.level === wanted));
    return {
      requirement: of.requirement,
      area: of.area,
      statement: of.statement,
      level: level ?? of.level,
      verdicts,
      differs: new Set(verdicts).size > 1,
    };
  });
  return { runs, requirements };
}
