/**
 * Renders a GitHub Markdown table. Cells are already Markdown, so plain text must be escaped with {@link
 * escapeMarkdown}.
 */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_|<>[\]]/gu, (character) => `\\${character}`);
}

/** Renders names as code, each on its own line of a cell. Renders a dash if there are none. */
export function codeLines(names: readonly string[]): string {
  return lines(names.map((name) => `\`${name}\``));
}

/** Renders the lines of a cell. Renders a dash if there are none. */
export function lines(parts: readonly string[]): string {
  return parts.length === 0 ? "–" : parts.join("<br>");
}
