import { expect, test } from "vitest";
import { truncateText } from "./truncate-text.ts";

const rest = "x".repeat(30);

test.each([
  { text: "abc", shown: "abc" },
  { text: `abc${rest}`, shown: "abc… (30 more characters)" },
  { text: `a🚀c${rest}`, shown: "a🚀c… (30 more characters)" },
  { text: `ab🚀🚀${rest}`, shown: "ab🚀… (31 more characters)" },
])("$text is truncated to $shown", ({ text, shown }) => {
  expect(truncateText(text, 3)).toBe(shown);
});

test.each(["abcd", "abc had written", "ab🚀🚀"])("%s is not truncated, to save nothing", (text) => {
  expect(truncateText(text, 3)).toBe(text);
});
