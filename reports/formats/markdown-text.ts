import { shown } from "./standing.ts";

/** What Markdown or HTML would take for markup, in the middle of a line; also what becomes a link by itself. */
const markup = /[\\`*_[\]<>#|~&@]|:(?=[\w/+-])|(?<=www)\./giu;

/**
 * A text of unknown origin in Markdown: on one line, shown as it is. Nothing in it becomes a link, an
 * image, a mention, an element or the end of a table cell.
 */
export function plain(text: string, limit?: number): string {
  return shown(text, limit).replaceAll(markup, (character) => `&#${character.codePointAt(0)};`);
}

/** Characters that a pair of backticks holds safely, in a table as well. */
const harmless = /^[\w .,:;/#=@'"()$?%+-]*$/u;

/** A text of unknown origin as code on one line. */
export function code(text: string, limit?: number): string {
  const safe = shown(text, limit);
  if (safe !== "" && safe.trim() === safe && harmless.test(safe)) return `\`${safe}\``;
  return `<code>${plain(text, limit)}</code>`;
}
