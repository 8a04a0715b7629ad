import { describePlace } from "./source-node.ts";
import type { SourcePlace } from "./source-node.ts";

export interface FileProblem {
  /** Absent if the file cannot be read at all. */
  readonly at?: SourcePlace;
  /** The error and the expected value, as a sentence without a period. */
  readonly problem: string;
}

/** An invalid dialect file. Reports all validation errors, not only the first. */
export class DialectFileError extends Error {
  override readonly name = "DialectFileError";
  readonly problems: readonly FileProblem[];
  /** The lines of the message. Any of them can quote the file. */
  readonly lines: readonly string[];
  readonly fix: string;

  constructor(file: string, problems: readonly FileProblem[], fix = usualFix) {
    const places = problems.map(({ at, problem }) => {
      return at === undefined ? `  ${problem}` : `  ${describePlace(at)} ${problem}`;
    });
    const lines = [`the dialect file ${file} cannot be used:`, ...places];
    super(lines.join("\n"));
    this.lines = lines;
    this.problems = problems;
    this.fix = fix;
  }
}

const usualFix =
  "Correct the file. Editors that support JSON Schema validate it and complete names with dialect.schema.json.";
