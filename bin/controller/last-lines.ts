/** Maximum number and length of the quoted lines. */
const maxLines = 12;
const maxCharacters = 300;

/** The credential of an HTTP header, which a program may log with its requests. */
const headerCredential = /\b(Bearer|Basic)(\s+)[\w+./=~-]{6,}/giu;

/** Returns the last lines of a program's output, with their indentation, without credentials of HTTP headers. */
export function lastLines(printed: string): readonly string[] {
  const lines = printed.split("\n").map((line) => line.trimEnd());
  return lines
    .filter((line) => line !== "")
    .slice(-maxLines)
    .map((line) => withoutCredentials(line))
    .map((line) => (line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line));
}

function withoutCredentials(text: string): string {
  return text.replace(headerCredential, "$1$2[credential]");
}
