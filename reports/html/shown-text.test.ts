import { expect, test } from "vitest";
import { clip, shownBlock, shownLine } from "./shown-text.ts";

test.each([
  { name: "plain", text: "abc", shown: "abc" },
  { name: "cut", text: "abcdefgh", shown: "abcdef… (2 more characters)" },
  { name: "cut by one", text: "abcdefg", shown: "abcdef… (1 more character)" },
  { name: "cut inside a pair", text: "abcde🚀🚀", shown: "abcde… (3 more characters)" },
  { name: "controls", text: "a\u0000\u001b", shown: String.raw`a\u{0}\u{1b}` },
  { name: "turned writing", text: "a\u202eb", shown: String.raw`a\u{202e}b` },
  { name: "a lone surrogate", text: "a\ud800", shown: String.raw`a\u{d800}` },
  { name: "lines", text: "a\nb", shown: String.raw`a\nb` },
])("a line that is $name", ({ text, shown }) => {
  expect(shownLine(text, 6)).toBe(shown);
});

test("a block keeps its line breaks and tabs, and no other invisible characters", () => {
  expect(shownBlock("a\r\n\tb\u0007\rc", 100)).toBe(`a\n\tb${String.raw`\u{7}`}\nc`);
});

test("looks at no more of a text than it shows", () => {
  const text = "x".repeat(50_000_000);
  const before = process.cpuUsage();
  expect(clip(text, 10)).toHaveLength(10);
  expect(shownLine(text, 10)).toBe("xxxxxxxxxx… (49999990 more characters)");
  expect(process.cpuUsage(before).user).toBeLessThan(100_000);
});
