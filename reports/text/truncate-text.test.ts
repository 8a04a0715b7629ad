import { expect, test } from "vitest";
import { truncateText } from "./truncate-text.ts";

test.each([
  { text: "abc", shown: "abc" },
  { text: "abcd", shown: "abc… (1 more character)" },
  { text: "abcdef", shown: "abc… (3 more characters)" },
  { text: "a🚀c", shown: "a🚀c" },
  { text: "ab🚀🚀", shown: "ab🚀… (1 more character)" },
])("$text is cut to $shown", ({ text, shown }) => {
  expect(truncateText(text, 3)).toBe(shown);
});
