/**
 * Leading and trailing spaces, a tab, a line break, a decomposed letter, capital and small letters, and characters with
 * a special meaning in other formats.
 */
export const unusualCharacters = ` \t ä 中 🙂 e\u{301} <b>"it's" &amp; 50% \\n\nAnd `;
