/** A GitHub Markdown table. Cells are Markdown already: escape plain text with {@link escapeMarkdown}. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Escapes plain text for Markdown. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_|<>[\]]/gu, (character) => `\\${character}`);
}

/** Names as code, one per line of a cell; a dash if there are none. */
export function codeLines(names: readonly string[]): string {
  return lines(names.map((name) => `\`${name}\``));
}

/** Lines of a cell; a dash if there are none. */
export function lines(parts: readonly string[]): string {
  return parts.length === 0 ? "–" : parts.join("<br>");
}
