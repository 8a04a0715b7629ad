import { makeVisible } from "#reports";

interface ErrorOptionsOf {
  readonly fix: string;
  readonly cause?: unknown;
}

/** An error with a message for the user. Each subclass has its own exit code. */
abstract class ProgramError extends Error {
  /** One sentence on how to fix the problem. */
  readonly fix: string;
  /**
   * The lines of the message. Line breaks within a line are escaped, because the message may contain untrusted strings.
   */
  readonly lines: readonly string[];

  constructor(message: string | readonly string[], options: ErrorOptionsOf) {
    const lines = typeof message === "string" ? [message] : message;
    super(lines.join("\n"), { cause: options.cause });
    this.lines = lines;
    this.fix = options.fix;
  }
}

/** Incorrect usage or configuration, which the user can fix. Nothing was tested. */
export class UsageError extends ProgramError {
  override readonly name = "UsageError";
}

/** A selection of requirements that do not apply to the target. Every pattern matches a requirement. */
export class NothingSelected extends UsageError {}

/** An error in the suite or its environment, not in the target. */
export class HarnessError extends ProgramError {
  override readonly name = "HarnessError";
}

export interface DescribeOptions {
  readonly isVerbose: boolean;
  /** Maximum length of a line. Defaults to unlimited, because a log should contain each message in one line. */
  readonly width?: number;
}

/** Formats an error: its message, its causes, then the fix. Includes stack traces only with `isVerbose`. */
export function describeError(error: unknown, options: DescribeOptions): string {
  const lines = [`error: ${messageOf(error)}`];
  const fix = fixOf(error);
  if (fix !== undefined) lines.push(`help:  ${fix}`);
  else if (!options.isVerbose) lines.push("help:  Run again with --verbose for the stack trace.");
  const { width } = options;
  if (width !== undefined) {
    lines.splice(0, lines.length, ...lines.flatMap((text) => text.split("\n")).map(wrapTo(width)));
  }
  if (options.isVerbose) lines.push(...stackOf(error));
  return `${lines.join("\n")}\n`;
}

/** Wraps a line between words. Its continuation lines are indented below the text. */
function wrapTo(width: number): (line: string) => string {
  return (line) => {
    const [, start = ""] = /^(error: |help: {2}| *)/u.exec(line) ?? [];
    const indent = " ".repeat(start.trim() === "" ? start.length + 2 : start.length);
    const lines: string[] = [];
    let current = start;
    for (const word of line.slice(start.length).split(" ")) {
      const longer = current.trim() === start.trim() ? `${current}${word}` : `${current} ${word}`;
      if (longer.length <= width || current === start || current === indent) current = longer;
      else {
        lines.push(current);
        current = `${indent}${word}`;
      }
    }
    return [...lines, current].join("\n");
  };
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return makeVisible(String(error));
  if (fixOf(error) === undefined) return makeVisible(`${error.name}: ${error.message}`);
  return linesOf(error).map(makeVisible).join("\n");
}

function linesOf(error: Error): readonly string[] {
  const lines: unknown = "lines" in error ? error.lines : undefined;
  if (!Array.isArray(lines)) return [error.message];
  return lines.filter((line) => typeof line === "string");
}

function fixOf(error: unknown): string | undefined {
  return error instanceof Error && "fix" in error && typeof error.fix === "string"
    ? makeVisible(error.fix)
    : undefined;
}

const maximumCauses = 8;

function stackOf(error: unknown): readonly string[] {
  const stacks: string[] = [];
  let current = error;
  while (current instanceof Error && stacks.length < maximumCauses) {
    stacks.push(
      [makeVisible(`${current.name}: ${current.message}`), ...framesOf(current)].join("\n"),
    );
    current = current.cause;
  }
  return ["", stacks.join("\ncaused by ")];
}

function framesOf({ stack = "", message }: Error): readonly string[] {
  const at = stack.indexOf(message);
  const frames = at < 0 ? stack : stack.slice(at + message.length);
  return frames
    .split("\n")
    .filter((line) => /^ {4}at /u.test(line))
    .map(makeVisible);
}
