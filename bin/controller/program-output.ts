/** Maximum length of a quoted line. */
const maxCharacters = 300;

/** Maximum number of quoted lines. */
const maxLines = 12;

/** Does not match the count in a summary such as `1 succeeded; 0 failed`. */
const isError =
  /\b(?<!\b(?:0|no) )(?:error|exception|failed|failure|fatal|panic|unknown|cannot|denied|refused|not defined|not found)\b/iu;

/**
 * Finds the line of a program's output that best explains why it exited: the last line about an error, or else the last
 * line. Keeps the start of the line, because usage messages and stack traces follow the error, often in the same line
 * of a structured log.
 */
export function errorLine(printed: string): string | undefined {
  const lines = linesOf(printed);
  const line = lines.findLast((one) => isError.test(one)) ?? lines.at(-1);
  return line === undefined ? undefined : quoted(line.trim());
}

/** Returns the last lines of a program's output, with their indentation. */
export function lastLines(printed: string): readonly string[] {
  return linesOf(printed)
    .slice(-maxLines)
    .map((line) => quoted(line));
}

/** Maximum length of an incomplete line, in characters. The rest of a longer line is dropped. */
const maxPending = 16_384;

/** Finds the lines about errors in the output of a program while it is printed. */
export class ErrorLines {
  readonly #found: (line: string) => void;
  #pending = "";

  constructor(found: (line: string) => void) {
    this.#found = found;
  }

  add(text: string): void {
    const lines = `${this.#pending}${text}`.split("\n");
    this.#pending = (lines.pop() ?? "").slice(0, maxPending);
    for (const line of lines) if (isError.test(line)) this.#found(line);
  }
}

function linesOf(printed: string): readonly string[] {
  return printed
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}

/** The credential of an HTTP header, which a program may log with its requests, but not a word of its message. */
const headerCredential =
  /\b(Bearer|Basic)(\s+)(?!(?:authentication|authorization|credentials?|scheme|tokens?)(?![\w+/=~-]))[\w+./=~-]{6,}/giu;

function quoted(line: string): string {
  const text = line.replace(headerCredential, "$1$2[credential]");
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}
