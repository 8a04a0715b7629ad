import { relative } from "node:path";
import type { Reporter, TestModule, TestSpecification, Vitest } from "vitest/node";

const everyMs = 10_000;

/** The share of work (from 0 to 1) that must be finished before the remaining time is estimated. */
const minPart = 0.05;

/**
 * Periodically prints the number of finished files and the estimated remaining time. Weights files by their duration in
 * the last run, because Vitest starts the longest files first.
 */
export class TestProgress implements Reporter {
  readonly #now: () => number;
  readonly #write: (line: string) => void;
  #weights: ReadonlyMap<string, number> = new Map();
  #takenOf: (specification: TestSpecification) => number | undefined = () => undefined;
  #startedMs = 0;
  #toldMs = 0;
  #ended = 0;
  #endedWeight = 0;

  constructor(
    now: () => number = () => performance.now(),
    write: (line: string) => void = (line) => void process.stderr.write(line),
  ) {
    this.#now = now;
    this.#write = write;
  }

  onInit(vitest: Vitest): void {
    this.#takenOf = ({ moduleId, project }) => {
      const key = `${project.name}:${relative(vitest.config.root, moduleId)}`;
      return vitest.cache.getFileTestResults(key)?.duration;
    };
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.start(
      specifications.map((specification) => [specification.moduleId, this.#takenOf(specification)]),
    );
  }

  onTestModuleEnd({ moduleId }: Pick<TestModule, "moduleId">): void {
    this.end(moduleId);
  }

  /**
   * Starts a run of files, each with its duration in the last run, in milliseconds. A file with an unknown duration
   * gets the mean of the others.
   */
  start(files: readonly (readonly [file: string, takenMs: number | undefined])[]): void {
    const known = files.flatMap(([, takenMs]) => takenMs ?? []);
    const mean = known.length === 0 ? 1 : known.reduce((sum, one) => sum + one, 0) / known.length;
    this.#weights = new Map(files.map(([file, takenMs]) => [file, takenMs ?? mean]));
    this.#startedMs = this.#now();
    this.#toldMs = this.#startedMs;
    this.#ended = 0;
    this.#endedWeight = 0;
  }

  end(file: string): void {
    this.#ended += 1;
    this.#endedWeight += this.#weights.get(file) ?? 0;
    const now = this.#now();
    if (now - this.#toldMs < everyMs || this.#ended >= this.#weights.size) return;
    this.#toldMs = now;
    this.#write(`${this.#ended} of ${this.#weights.size} files${this.#left(now)}\n`);
  }

  #left(now: number): string {
    const whole = [...this.#weights.values()].reduce((sum, one) => sum + one, 0);
    const part = this.#endedWeight / whole;
    if (!(part >= minPart)) return "";
    const leftSeconds = ((now - this.#startedMs) * (1 - part)) / part / 1_000;
    return `, about ${Math.max(1, Math.round(leftSeconds))} s left`;
  }
}
