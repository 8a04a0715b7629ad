import { counted } from "#contract";
import type { Report } from "#reports";
import { applyBaseline, beforeBaseline, conclusionOf, dayOf, updateBaseline } from "#verdicts";
import type { Baseline, BaselineRun, Conclusion, VerdictLine } from "#verdicts";
import { writeBaseline } from "./baseline-file.ts";
import type { World } from "../process/world.ts";

export interface BaselineRenewal {
  readonly lines: readonly VerdictLine[];
  readonly previous?: Baseline;
  readonly world: World;
}

/** Writes the baseline with which the run would pass, and returns the conclusion with that baseline. */
export function renewBaseline(path: string, report: Report, renewal: BaselineRenewal): Conclusion {
  const { lines, previous, world } = renewal;
  const raw = lines.map(beforeBaseline);
  const run = baselineRunOf(report);
  const baseline = updateBaseline({
    profile: report.profile,
    lines: raw,
    ...(previous === undefined ? {} : { previous }),
    run,
  });
  writeBaseline(path, baseline, world.secrets);
  const { failures, skips = [] } = baseline;
  world.err.write(
    `baseline ${path} written: ${counted(failures.length, "expected failure")}, ${counted(skips.length, "expected skip")}\n`,
  );
  const { lines: settled, problems } = applyBaseline(raw, baseline, run);
  return problems.length > 0 ? "violations" : conclusionOf(settled);
}

export function baselineRunOf(report: Report): BaselineRun {
  const { startedAt, target, complete, interrupted, shard } = report;
  return {
    today: dayOf(startedAt),
    kinds: target.kinds,
    selection: { only: report.only, skip: report.skip },
    isWhole: complete && !interrupted && shard === undefined,
  };
}
