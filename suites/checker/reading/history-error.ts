/** A history that cannot be read, or that contradicts itself, with the line and the expectation. */
export class HistoryError extends Error {
  override readonly name = "HistoryError";
  /** Line in the file, from 1. */
  readonly line: number;
  /** The problem, without the line. */
  readonly problem: string;

  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
    this.line = line;
    this.problem = problem;
  }
}
