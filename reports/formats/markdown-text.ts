import { shown } from "./standing.ts";

/** Characters with a meaning in Markdown or HTML, and those that form automatic links. */
const markup = /[\\`*_[\]<>#|~&@]|:(?=[\w/+-])|(?<=www)\./giu;

/**
 * Escapes an untrusted string for Markdown, on one line. No part of it becomes a link, image, mention, element or table
 * cell.
 */
export function escapeMarkdown(text: string, limit?: number): string {
  return shown(text, limit).replaceAll(markup, (character) => `&#${character.codePointAt(0)};`);
}

/** Characters that are safe in a code span, even in a table. */
const harmless = /^[\w .,:;/#=@'"()$?%+-]*$/u;

/** Renders an untrusted string as a code span on one line. */
export function code(text: string, limit?: number): string {
  const safe = shown(text, limit);
  if (safe !== "" && safe.trim() === safe && harmless.test(safe)) return `\`${safe}\``;
  return `<code>${escapeMarkdown(text, limit)}</code>`;
}
