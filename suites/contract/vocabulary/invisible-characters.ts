/**
 * Characters that control a terminal, are invisible, or make one string look like another: C1 controls, zero-width
 * characters, and bidirectional controls (Trojan Source). All output formats can escape them.
 */
export const invisibleCharacters =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Formats a character as an escape sequence that is valid in JSON and in double-quoted YAML. */
export function escapedUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const code = character.charCodeAt(index).toString(16).padStart(4, "0");
    return `\\u${code}`;
  }).join("");
}
