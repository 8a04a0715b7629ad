import { describe, expect, it } from "vitest";
import { closingOf, isDeliberate } from "./closing.ts";

describe("the closing of a watch", () => {
  it.each([
    { words: "1000 before the acknowledgment", closing: { code: 1000, isEarly: true } },
    {
      words: "1000 before the acknowledgment: who: you?\nnobody",
      closing: { code: 1000, isEarly: true, reason: "who: you?\nnobody" },
    },
    { words: "4401: no token", closing: { code: 4401, isEarly: false, reason: "no token" } },
    { words: "unknown", closing: undefined },
  ])("is read from its description: $words", ({ words, closing }) => {
    const detail = `the connection was closed with code ${words}`;
    expect(closingOf({ end: "lost", detail })).toEqual(closing);
  });

  it("is none if the watch completed", () => {
    expect(closingOf({ end: "completed" })).toBeUndefined();
  });

  it.each([
    { code: 1000, isEarly: true, is: true },
    { code: 1000, isEarly: false, is: false },
    { code: 1006, isEarly: true, is: false },
    { code: 1008, isEarly: true, is: true },
    { code: 1011, isEarly: true, is: false },
    { code: 4403, isEarly: false, is: true },
  ])("with code $code, early: $isEarly, is deliberate: $is", ({ is, ...closing }) => {
    expect(isDeliberate(closing)).toBe(is);
  });
});
