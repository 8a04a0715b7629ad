import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { Reporter, SerializedError, TestModule, TestRunEndReason, Vitest } from "vitest/node";

/** One path per line. `.ci/run` reads it. */
const failedList = "dist/failed-files.txt";

/** With more failed files, the cause is not a busy machine. */
const maxFailedFiles = 3;

/**
 * Lists the files of failed tests, so that `.ci/run` can repeat each of them alone. Writes no list if a repetition would
 * prove nothing: after an error outside of a test, an interrupted run, or too many failures.
 */
export class FailedFiles implements Reporter {
  readonly #list: string;
  #root = ".";

  constructor(list = failedList) {
    this.#list = list;
  }

  onInit({ config }: { readonly config: Pick<Vitest["config"], "root"> }): void {
    this.#root = config.root;
    rmSync(this.#list, { force: true });
  }

  onTestRunEnd(
    modules: readonly Pick<TestModule, "moduleId" | "state">[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    // A run of a test may have written a list meanwhile.
    rmSync(this.#list, { force: true });
    const failed = modules.filter((module) => module.state() === "failed");
    const isRepeatable = reason === "failed" && errors.length === 0;
    if (!isRepeatable || failed.length === 0 || failed.length > maxFailedFiles) return;
    const paths = failed.map(({ moduleId }) => `${relative(this.#root, moduleId)}\n`);
    mkdirSync(dirname(this.#list), { recursive: true });
    writeFileSync(this.#list, paths.join(""));
  }
}
