const maxCharacters = 300;

const isError =
  /\b(?:error|exception|failed|failure|fatal|panic|unknown|cannot|denied|refused|not defined|not found)\b/iu;

/**
 * Finds the line of a program's output that best explains why it exited: the last line about an error, or else the last
 * line. Keeps the start of the line, because usage messages and stack traces follow the error, often in the same line
 * of a structured log.
 */
export function errorLine(printed: string): string | undefined {
  const lines = printed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const line = lines.findLast((one) => isError.test(one)) ?? lines.at(-1);
  if (line === undefined || line.length <= maxCharacters) return line;
  return `${line.slice(0, maxCharacters)}…`;
}

/** Maximum number and length of the quoted lines. */
const maxLines = 12;
const maxLineCharacters = 300;

/** The credential of an HTTP header, which a program may log with its requests. */
const headerCredential = /\b(Bearer|Basic)(\s+)[\w+./=~-]{6,}/giu;

/** Returns the last lines of a program's output, with their indentation, without credentials of HTTP headers. */
export function lastLines(printed: string): readonly string[] {
  const lines = printed.split("\n").map((line) => line.trimEnd());
  return lines
    .filter((line) => line !== "")
    .slice(-maxLines)
    .map((line) => withoutCredentials(line))
    .map((line) =>
      line.length > maxLineCharacters ? `${line.slice(0, maxLineCharacters)}…` : line,
    );
}

function withoutCredentials(text: string): string {
  return text.replace(headerCredential, "$1$2[credential]");
}
