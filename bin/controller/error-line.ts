/** Maximum length of the quoted line, in characters. */
const maxCharacters = 300;

/** Words that mark a line as an error. */
const isError =
  /\b(?:error|exception|failed|failure|fatal|panic|unknown|cannot|denied|refused|not defined|not found)\b/iu;

/**
 * The line of a program's output that best explains why it ended: the last one about an error, or the last one. Usage
 * texts and stack traces follow the error, often in the same line of a structured log, so the start of the line is
 * kept.
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
