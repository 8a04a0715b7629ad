import { escapedUnits, unseen } from "#contract";

/** Valid JSON that CI systems treat as a command. */
const order = /(?<=#)#(?=\w*\[)|(?<=section)_(?=(?:start|end):\d+:)/gu;

const suspicious = /[^\n -~]|##|section_/u;

/** Maximum length of a value on one line. */
const shortLength = 200;

/** A multi-line JSON document. Invisible characters are escaped, without changing the meaning. */
export function jsonText(value: unknown): string {
  return `${escapeUnseen(JSON.stringify(value, undefined, 2))}\n`;
}

/** A JSON document with one line per list entry, for small diffs in git. Lists of a single entry are expanded. */
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

/** Escapes characters of JSON that act on a terminal or a CI system, or are invisible. */
export function escapeUnseen(text: string): string {
  // Most texts contain none, and every line of a record is checked.
  if (!suspicious.test(text)) return text;
  return text.replaceAll(unseen, escapedUnits).replaceAll(order, escapedUnits);
}
