/** A path in a dialect, with the property names of the file format. */
export type DialectPath = readonly (string | number)[];

export interface DialectProblem {
  readonly path: DialectPath;
  /** The path as a string: `kinds.Service.operations.updateStatus.updateServiceStatus.arguments.input.uid`. */
  readonly place: string;
  /** The mismatch, as a sentence without a period. */
  readonly problem: string;
}

export function problemAt(path: DialectPath, problem: string): DialectProblem {
  return { path, place: describePath(path), problem };
}

/** Formats a path: `outcomes[2].message`. */
export function describePath(path: DialectPath): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

/** A dialect that does not match the endpoint. Reports all mismatches, not only the first. */
export class DialectMismatch extends Error {
  override readonly name = "DialectMismatch";
  readonly dialect: string;
  readonly problems: readonly DialectProblem[];
  /** The lines of the message. Any of them can quote the endpoint. */
  readonly lines: readonly string[];
  readonly fix = "Correct the dialect, or use the dialect of this endpoint.";

  /** `locate` returns the position of a path in a file: `crates.yaml:12:5`. By default, the path itself is shown. */
  constructor(
    dialect: string,
    problems: readonly DialectProblem[],
    locate?: (path: DialectPath) => string | undefined,
  ) {
    const places = problems.map(({ path, place, problem }) => {
      const at = locate?.(path);
      return `  ${at === undefined ? "" : `${at} `}${place}: ${problem}`;
    });
    const lines = [
      `the dialect "${dialect}" does not match the schema of the endpoint:`,
      ...places,
    ];
    super(lines.join("\n"));
    this.lines = lines;
    this.dialect = dialect;
    this.problems = problems;
  }
}
