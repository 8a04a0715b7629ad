import { freedomScoreOf, areAllExplained, isExplained } from "./freedom-matrix.ts";
import type { FreedomMatrix } from "./freedom-matrix.ts";
import type { KillMatrix } from "./kill-matrix.ts";
import {
  isCaught,
  isClean,
  isWhole,
  killersOf,
  missedBy,
  scoreOf,
  undeclaredBy,
} from "./kill-matrix.ts";

const killMatrixFormat = 1;

function killMatrixData(matrix: KillMatrix): object {
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

export interface SelfTestResult {
  readonly kill?: KillMatrix;
  readonly acquittal?: FreedomMatrix;
}

/**
 * Renders a self-test as JSON. Properties about faults are at the top level. Those about freedoms are in `acquittal`.
 */
export function renderSelfTestJson({ kill, acquittal }: SelfTestResult): string {
  const data = {
    ...(kill === undefined ? {} : killMatrixData(kill)),
    ...(acquittal === undefined ? {} : { acquittal: freedomData(acquittal) }),
  };
  return `${JSON.stringify(data, null, 2)}\n`;
}

function freedomData(matrix: FreedomMatrix): object {
  return {
    whole: areAllExplained(matrix),
    score: freedomScoreOf(matrix),
    ...(matrix.groups === undefined ? {} : { groups: matrix.groups }),
    runs: matrix.runs.map((run) => ({
      freedoms: run.freedoms.map(({ name }) => name),
      spared: isExplained(run),
      passed: run.passed,
      explained: run.explained,
      unexplained: run.unexplained,
      durationMs: run.durationMs,
      ...(run.runs === undefined ? {} : { runs: run.runs }),
      ...(run.problem === undefined ? {} : { problem: run.problem }),
    })),
  };
}
