/**
 * Matches characters that control a terminal or are invisible: control characters and escape sequences, bidirectional
 * controls, format characters, lone surrogates, line separators, and unassigned code points.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

const named: Readonly<Record<string, string>> = {
  "\n": String.raw`\n`,
  "\r": String.raw`\r`,
  "\t": String.raw`\t`,
};

/** Renders an untrusted string as one visible line, with escapes such as `\n`, `\u{1b}` and `\u{202e}`. */
export function makeVisible(text: string): string {
  return text.replaceAll(unseen, (character) => named[character] ?? escape(character));
}

function escape(character: string): string {
  return String.raw`\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
