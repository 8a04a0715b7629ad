import { existsSync } from "node:fs";
import { brokenRequirements, violatedCases } from "#reports";
import { UsageError } from "../process/program-errors.ts";
import { loadReport } from "./load-record.ts";
import { recordIn } from "./record-files.ts";

export interface LastFailed {
  readonly cases: readonly string[];
  readonly seed: number;
}

/**
 * Reads the failures from the record in a folder.
 *
 * @throws UsageError when there is no record, or it contains no failure.
 */
export async function lastFailed(folder: string): Promise<LastFailed> {
  if (!existsSync(recordIn(folder))) {
    throw new UsageError(`no record of a previous run in ${folder}`, {
      fix: "Run all checks first, or pass the folder of an earlier run with --output.",
    });
  }
  const report = await loadReport(folder);
  const cases = [...new Set(brokenRequirements(report).flatMap(violatedCases))];
  if (cases.length === 0) {
    throw new UsageError(`the last run in ${folder} has no failures`, {
      fix: "Remove --last-failed to run all checks.",
    });
  }
  return { cases, seed: report.seed };
}
