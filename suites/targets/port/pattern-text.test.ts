import { describe, expect, it } from "vitest";
import { longTextsFollowing } from "./pattern-text.ts";

describe("long strings of a pattern", () => {
  it.each([
    { pattern: "^[A-F0-9]+$", length: 32, is: /^[A-F0-9]{32}$/u },
    { pattern: "^key-[a-z]{2,}$", length: 40, is: /^key-[a-z]{36}$/u },
    { pattern: "^(?:x[0-9]*):[a-z]+$", length: 30, is: /^x[0-9]*:[a-z]+$/u },
  ])("repeat a part of $pattern", ({ pattern, length, is }) => {
    const texts = longTextsFollowing(pattern, length);

    expect(new Set(texts).size).toBeGreaterThanOrEqual(4);
    expect(texts.every((text) => text.length === length && is.test(text))).toBe(true);
  });

  it("do not exist without a part of any length", () => {
    expect(longTextsFollowing("^[a-z]{1,5}$", 32)).toEqual([]);
  });
});
