/** One place in a dialect that does not fit. */
export interface DialectProblem {
  /** Where in the dialect: `kinds.Service.updateStatus.updateServiceStatus.arguments.input.uid`. */
  readonly place: string;
  /** What is wrong there, in a sentence without a period. */
  readonly problem: string;
}

/** The dialect does not describe the endpoint. Holds all problems at once, so that they can be mended at once. */
export class DialectMismatch extends Error {
  override readonly name = "DialectMismatch";
  readonly dialect: string;
  readonly problems: readonly DialectProblem[];
  /** What the user can do about it, one sentence. */
  readonly mend = "Correct the dialect, or name the one that belongs to this endpoint.";

  constructor(dialect: string, problems: readonly DialectProblem[]) {
    const lines = problems.map(({ place, problem }) => `  ${place}: ${problem}`);
    super(
      [`the dialect "${dialect}" does not fit the schema of the endpoint:`, ...lines].join("\n"),
    );
    this.dialect = dialect;
    this.problems = problems;
  }
}
