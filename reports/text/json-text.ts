import { escapedUnits, invisibleCharacters } from "#contract";

/** Matches a character to escape, so that CI systems do not run the JSON as a command. */
const order = /(?<=#)#(?=\w*\[)|(?<=section)_(?=(?:start|end):\d+:)/gu;

const suspicious = /[^\n -~]|##|section_/u;

/** Maximum length of a value on one line, in characters. */
const shortLength = 200;

/** Formats a JSON document on several lines. Escapes invisible characters, which does not change its meaning. */
export function jsonText(value: unknown): string {
  return `${escapeUnseen(JSON.stringify(value, undefined, 2))}\n`;
}

/**
 * Formats a JSON document with one line per list entry, which keeps diffs in git small. Lists with a single entry are
 * expanded.
 */
export function foldedJson(value: unknown): string {
  return `${escapeUnseen(fold(value, ""))}\n`;
}

function fold(value: unknown, indent: string): string {
  const text = JSON.stringify(value);
  if (text.length <= shortLength || typeof value !== "object" || value === null) return text;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const entries = value.map((entry: unknown) =>
      value.length === 1 ? fold(entry, inner) : JSON.stringify(entry),
    );
    return `[\n${inner}${entries.join(`,\n${inner}`)}\n${indent}]`;
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${fold(member, inner)}`,
  );
  return `{\n${inner}${members.join(`,\n${inner}`)}\n${indent}}`;
}

/** Escapes JSON characters that are invisible, or that affect a terminal or a CI system. */
export function escapeUnseen(text: string): string {
  // The fast path: most strings contain no such character, and every line of a record is checked.
  if (!suspicious.test(text)) return text;
  return text.replaceAll(invisibleCharacters, escapedUnits).replaceAll(order, escapedUnits);
}
