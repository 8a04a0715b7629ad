import { acquittalScoreOf, areAllSpared, isSpared } from "./acquittal-matrix.ts";
import type { AcquittalMatrix } from "./acquittal-matrix.ts";
import { killMatrixData } from "./kill-matrix-json.ts";
import type { KillMatrix } from "./kill-matrix.ts";

export interface SelfTestResult {
  readonly kill?: KillMatrix;
  readonly acquittal?: AcquittalMatrix;
}

/**
 * Renders a self-test as JSON. Properties about faults are at the top level, and those about freedoms are in
 * `acquittal`.
 */
export function renderSelfTestJson({ kill, acquittal }: SelfTestResult): string {
  const data = {
    ...(kill === undefined ? {} : killMatrixData(kill)),
    ...(acquittal === undefined ? {} : { acquittal: acquittalData(acquittal) }),
  };
  return `${JSON.stringify(data, null, 2)}\n`;
}

function acquittalData(matrix: AcquittalMatrix): object {
  return {
    whole: areAllSpared(matrix),
    score: acquittalScoreOf(matrix),
    runs: matrix.runs.map((run) => ({
      freedoms: run.freedoms.map(({ name }) => name),
      spared: isSpared(run),
      passed: run.passed,
      explained: run.explained,
      unexplained: run.unexplained,
      durationMs: run.durationMs,
      ...(run.problem === undefined ? {} : { problem: run.problem }),
    })),
  };
}
