/** Thrown for a history that is malformed or contradicts itself. Contains the line number and the problem. */
export class HistoryError extends Error {
  override readonly name = "HistoryError";
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly problem: string;

  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
    this.line = line;
    this.problem = problem;
  }
}
