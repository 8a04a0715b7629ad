import { relative } from "node:path";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/**
 * The test files that take longest, from the longest. In a fresh clone, Vitest knows no durations and starts large
 * files first, so a long test in a small file would run alone at the end.
 */
export const longestFiles: readonly string[] = [
  "lab/bench/detect-faults.test.ts",
  "bin/commands/init-credentials.test.ts",
  "bin/commands/run-files.test.ts",
  "bin/self-test/known-faults.test.ts",
  "bin/self-test/freedom-pairs.test.ts",
  "bin/commands/run.test.ts",
  "bin/controller/controller-proxy.test.ts",
  "bin/commands/cleanup.test.ts",
  "bin/commands/init-stopped.test.ts",
  "bin/commands/killed-run.test.ts",
];

/** Starts the test files that take longest first, and the others in the usual order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of a sequencer, which returns a new array
    const usual = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification): number =>
      rankOfFile(relative(root, moduleId));
    return usual.toSorted((left, right) => rankOf(left) - rankOf(right));
  }
}

export function rankOfFile(path: string): number {
  const rank = longestFiles.indexOf(path);
  return rank === -1 ? longestFiles.length : rank;
}
