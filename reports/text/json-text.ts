/** What JSON admits as it is, and terminals obey or readers do not see; surrogate pairs stay as they are. */
const unseen = /[\u{7f}-\u{9f}\u{ad}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}]/gu;

/** A JSON document of several lines. Characters that nobody can see are written as escapes, which mean the same. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  const escaped = text.replaceAll(
    unseen,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${escaped}\n`;
}
