/** Wrong use or configuration: the user can mend it, and nothing was tested. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** What the user can do about it, one sentence. */
  readonly mend: string;

  constructor(message: string, options: { readonly mend: string; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.mend = options.mend;
  }
}

/** The suite or its surroundings failed; the target is not to blame. */
export class HarnessError extends Error {
  override readonly name = "HarnessError";
  /** What the user can do about it, one sentence. */
  readonly mend: string;

  constructor(message: string, options: { readonly mend: string; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.mend = options.mend;
  }
}

/** What the operating system calls the problem, or the message where it has no name for it. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}

/**
 * An error in words: the cause, then what mends it. Stack traces are for those who asked for
 * everything.
 */
export function describeError(error: unknown, options: { readonly isVerbose: boolean }): string {
  const lines = [`error: ${messageOf(error)}`];
  const mend = mendOf(error);
  if (mend !== undefined) lines.push(`help:  ${mend}`);
  else if (!options.isVerbose)
    lines.push("help:  Run it again with --verbose for the stack trace.");
  if (options.isVerbose) lines.push(...stackOf(error));
  return `${lines.join("\n")}\n`;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return visible(String(error));
  // Errors of our own are sentences; others need their name to be understood.
  const text = mendOf(error) === undefined ? `${error.name}: ${error.message}` : error.message;
  return visible(text);
}

function mendOf(error: unknown): string | undefined {
  return error instanceof Error && "mend" in error && typeof error.mend === "string"
    ? visible(error.mend)
    : undefined;
}

/** How many causes of causes are shown. */
const maximumCauses = 8;

function stackOf(error: unknown): readonly string[] {
  const stacks: string[] = [];
  let current = error;
  while (current instanceof Error && stacks.length < maximumCauses) {
    stacks.push(visible(current.stack ?? current.message));
    current = current.cause;
  }
  return ["", stacks.join("\ncaused by ")];
}

/** Messages may quote a target: what would steer a terminal is shown instead of obeyed. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, (character) =>
    character === "\n" ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
