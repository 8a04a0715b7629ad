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
