import { describePlace } from "./source-node.ts";
import type { SourcePlace } from "./source-node.ts";

/** One thing that is wrong in a dialect file. */
export interface FileProblem {
  /** Absent where the file cannot be read at all. */
  readonly at?: SourcePlace;
  /** What is wrong there and what was expected, in a sentence without a period. */
  readonly problem: string;
}

/** A dialect file cannot be used. Holds all problems at once, so that they can be fixed at once. */
export class DialectFileError extends Error {
  override readonly name = "DialectFileError";
  readonly problems: readonly FileProblem[];
  /** The lines of the message; each may quote the file. */
  readonly lines: readonly string[];
  /** What the user can do about it, one sentence. */
  readonly mend: string;

  constructor(file: string, problems: readonly FileProblem[], mend = usualMend) {
    const places = problems.map(({ at, problem }) => {
      return at === undefined ? `  ${problem}` : `  ${describePlace(at)} ${problem}`;
    });
    const lines = [`the dialect file ${file} cannot be used:`, ...places];
    super(lines.join("\n"));
    this.lines = lines;
    this.problems = problems;
    this.mend = mend;
  }
}

const usualMend =
  "Correct the file; an editor that knows its JSON Schema (dialect.schema.json) completes and checks it.";
