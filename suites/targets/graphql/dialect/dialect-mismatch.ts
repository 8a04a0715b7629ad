/** A place in a dialect, by the names under which a dialect file has it. */
export type DialectPath = readonly (string | number)[];

/** One place in a dialect that does not fit. */
export interface DialectProblem {
  readonly path: DialectPath;
  /** The path in words: `kinds.Service.operations.updateStatus.updateServiceStatus.arguments.input.uid`. */
  readonly place: string;
  /** What is wrong there, in a sentence without a period. */
  readonly problem: string;
}

/** Says what is wrong at a place. */
export function problemAt(path: DialectPath, problem: string): DialectProblem {
  return { path, place: describePath(path), problem };
}

/** A path as people write it: `outcomes[2].message`. */
export function describePath(path: DialectPath): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

/** The dialect does not describe the endpoint. Holds all problems at once, so that they can be fixed at once. */
export class DialectMismatch extends Error {
  override readonly name = "DialectMismatch";
  readonly dialect: string;
  readonly problems: readonly DialectProblem[];
  /** The lines of the message; each may quote the endpoint. */
  readonly lines: readonly string[];
  /** What the user can do about it, one sentence. */
  readonly mend = "Correct the dialect, or name the one that belongs to this endpoint.";

  /** `locate` says where a path stands in a file: `crates.yaml:12:5`. By default the path itself is named. */
  constructor(
    dialect: string,
    problems: readonly DialectProblem[],
    locate?: (path: DialectPath) => string | undefined,
  ) {
    const places = problems.map(({ path, place, problem }) => {
      const at = locate?.(path);
      return `  ${at === undefined ? "" : `${at} `}${place}: ${problem}`;
    });
    const lines = [`the dialect "${dialect}" does not fit the schema of the endpoint:`, ...places];
    super(lines.join("\n"));
    this.lines = lines;
    this.dialect = dialect;
    this.problems = problems;
  }
}
