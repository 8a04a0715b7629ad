import {
  isCaught,
  isClean,
  isWhole,
  killersOf,
  missedBy,
  scoreOf,
  undeclaredBy,
} from "./kill-matrix.ts";
import type { KillMatrix } from "./kill-matrix.ts";

export const killMatrixFormat = 1;

/** The result of a self-test with faults as JSON, including derived values. */
export function killMatrixData(matrix: KillMatrix): object {
  return {
    format: killMatrixFormat,
    whole: isWhole(matrix),
    score: scoreOf(matrix),
    faults: matrix.faults.map((fault) => ({
      name: fault.name,
      summary: fault.summary,
      caught: isCaught(fault),
      breaks: fault.breaks,
      failed: fault.failed,
      missed: missedBy(fault),
      undeclared: undeclaredBy(fault),
      durationMs: fault.durationMs,
      ...(fault.problem === undefined ? {} : { problem: fault.problem }),
    })),
    clean: { clean: isClean(matrix), ...matrix.clean },
    musts: matrix.musts.map((requirement) => ({
      requirement,
      killedBy: killersOf(matrix, requirement),
    })),
  };
}
