/** A history that cannot be read, or that contradicts itself: where, and what was expected. */
export class HistoryError extends Error {
  override readonly name = "HistoryError";
  /** Line of the file, counted from 1. */
  readonly line: number;
  /** What is wrong there, without the line. */
  readonly problem: string;

  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
    this.line = line;
    this.problem = problem;
  }
}
