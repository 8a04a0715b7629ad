import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Reporter, SerializedError, TestModule, TestRunEndReason, Vitest } from "vitest/node";

/** Name of the environment variable with the time, in seconds since 1970, after which no further test starts. */
const deadlineVariable = "TESTS_UNTIL";

interface StoppableRun {
  readonly config: Pick<Vitest["config"], "root">;
  readonly cancelCurrentRun: (
    ...reason: Parameters<Vitest["cancelCurrentRun"]>
  ) => Promise<void> | void;
}

/** The numbers of finished files and of all files of a run that was stopped. `.ci/run` reads it. */
const finishedList = "dist/finished-files.txt";

/**
 * Stops a run of tests at a deadline, and lists the files that were not finished. Without a failure, the run then
 * passes: it does not claim more than the files that it finished. Does nothing without a deadline.
 */
export class TestDeadline implements Reporter {
  readonly #untilMs: number;
  readonly #write: (line: string) => void;
  readonly #finished = new Set<string>();
  #vitest: StoppableRun | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    untilSeconds: string | undefined = process.env[deadlineVariable],
    write: (line: string) => void = (line) => void process.stderr.write(line),
  ) {
    this.#untilMs = untilSeconds === undefined ? Infinity : Number(untilSeconds) * 1_000;
    this.#write = write;
  }

  onInit(vitest: StoppableRun): void {
    this.#vitest = vitest;
  }

  onTestRunStart(): void {
    if (!Number.isFinite(this.#untilMs)) return;
    this.#timer = setTimeout(() => this.stop(), Math.max(0, this.#untilMs - Date.now()));
  }

  /** Stops the run now. */
  stop(): void {
    this.#isOver = true;
    void this.#vitest?.cancelCurrentRun("keyboard-input");
  }

  onTestModuleEnd({ moduleId }: Pick<TestModule, "moduleId">): void {
    if (!this.#isOver) this.#finished.add(moduleId);
  }

  onTestRunEnd(
    modules: readonly Pick<TestModule, "moduleId" | "state">[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    clearTimeout(this.#timer);
    if (!this.#isOver || reason !== "interrupted") return;
    const root = this.#vitest?.config.root ?? ".";
    const open = modules.filter(({ moduleId }) => !this.#finished.has(moduleId));
    const names = open.map(({ moduleId }) => `  ${relative(root, moduleId)}\n`).toSorted();
    const count = `${open.length} of ${modules.length}`;
    const list = join(root, finishedList);
    mkdirSync(dirname(list), { recursive: true });
    writeFileSync(list, `${modules.length - open.length} ${modules.length}\n`);
    this.#write(`out of time: ${count} test files were not finished:\n${names.join("")}`);
    const hasFailed = modules.some((module) => module.state() === "failed");
    // Vitest has set the code of an interrupted run.
    if (!hasFailed && errors.length === 0) process.exitCode = 0;
  }
}
