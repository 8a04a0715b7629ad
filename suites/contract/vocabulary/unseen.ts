/**
 * Characters that terminals obey, that readers do not see, or that make a text look like another one: C1 controls,
 * joiners and marks without width, and what turns the direction of writing (Trojan Source). Escape sequences of all
 * formats can stand for them.
 */
export const unseen =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** A character as JSON escapes it, and YAML in double quotes. */
export function escapedUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const code = character.charCodeAt(index).toString(16).padStart(4, "0");
    return `\\u${code}`;
  }).join("");
}
