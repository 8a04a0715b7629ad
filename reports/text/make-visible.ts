/**
 * Everything that a terminal obeys or hides instead of showing: control characters and escape
 * sequences, marks that turn the direction of writing, invisible characters, halves of surrogate
 * pairs, line separators, and code points without an agreed look.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

const named: Readonly<Record<string, string>> = {
  "\n": String.raw`\n`,
  "\r": String.raw`\r`,
  "\t": String.raw`\t`,
};

/** A text of unknown origin as one line that a terminal shows as it is: `\n`, `\u{1b}`, `\u{202e}`. */
export function makeVisible(text: string): string {
  return text.replaceAll(unseen, (character) => named[character] ?? escape(character));
}

function escape(character: string): string {
  return String.raw`\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
