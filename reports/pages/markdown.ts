/** A table in GitHub's Markdown. Cells are Markdown already: plain text goes through {@link escapeMarkdown} first. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Plain text as Markdown that shows it as it is. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_|<>[\]]/gu, (character) => `\\${character}`);
}

/** Words that are names, one below the other in a cell; a dash where there are none. */
export function codeLines(names: readonly string[]): string {
  return lines(names.map((name) => `\`${name}\``));
}

/** Parts of a cell, one below the other; a dash where there are none. */
export function lines(parts: readonly string[]): string {
  return parts.length === 0 ? "–" : parts.join("<br>");
}
