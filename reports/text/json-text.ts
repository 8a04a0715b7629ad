import { escapedUnits, unseen } from "#contract";

/** What JSON admits as it is, and CI systems take for a command. */
const order = /(?<=#)#(?=\w*\[)|(?<=section)_(?=(?:start|end):\d+:)/gu;

const suspicious = /[^\n -~]|##|section_/u;

/** The length up to which a value is written on one line. */
const shortLength = 200;

/** A JSON document of several lines. Invisible characters are escaped, without changing the meaning. */
export function jsonText(value: unknown): string {
  return `${escapeUnseen(JSON.stringify(value, undefined, 2))}\n`;
}

/**
 * The same document with one line per entry of its lists, to be kept in git: a change of one entry is a change
 * of one line. Lists of a single entry are opened.
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

/** JSON in which everything is an escape that a terminal or a CI system would obey, or a reader not see. */
export function escapeUnseen(text: string): string {
  // Most texts contain none, and every line of a record is checked.
  if (!suspicious.test(text)) return text;
  return text.replaceAll(unseen, escapedUnits).replaceAll(order, escapedUnits);
}
