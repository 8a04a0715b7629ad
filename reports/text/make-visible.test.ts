import * as fc from "fast-check";
import { expect, test } from "vitest";
import { makeVisible } from "./make-visible.ts";

const rows = [
  { name: "plain text", text: 'Größe 日本 {"a": 1} \\n', shown: 'Größe 日本 {"a": 1} \\n' },
  { name: "emoji", text: "🚀", shown: "🚀" },
  { name: "line ends and tabs", text: "a\r\nb\tc", shown: String.raw`a\r\nb\tc` },
  { name: "a colour", text: "\u001b[31mred\u001b[0m", shown: String.raw`\u{1b}[31mred\u{1b}[0m` },
  { name: "a title", text: "\u001b]0;x\u0007", shown: String.raw`\u{1b}]0;x\u{7}` },
  { name: "the one-byte escape", text: "\u009b2J", shown: String.raw`\u{9b}2J` },
  { name: "a backspace", text: "ok\b\b", shown: String.raw`ok\u{8}\u{8}` },
  { name: "a null", text: "\0", shown: String.raw`\u{0}` },
  { name: "a turn of direction", text: "a\u202eb\u2066c", shown: String.raw`a\u{202e}b\u{2066}c` },
  { name: "an invisible space", text: "a\u200bb\ufeff", shown: String.raw`a\u{200b}b\u{feff}` },
  { name: "a line separator", text: "a\u2028b", shown: String.raw`a\u{2028}b` },
  { name: "an invisible tag", text: "a\u{e0041}", shown: String.raw`a\u{e0041}` },
  { name: "half a surrogate pair", text: "a\ud83d", shown: String.raw`a\u{d83d}` },
];

test.each(rows)("shows $name", ({ text, shown }) => {
  expect(makeVisible(text)).toBe(shown);
});

test("leaves no control sequence for a terminal", () => {
  const obeyed = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !obeyed.test(makeVisible(text))));
});
