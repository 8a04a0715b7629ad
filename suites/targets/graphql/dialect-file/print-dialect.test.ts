import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { invisibleCharacters } from "#contract";
import { yamlText } from "./print-dialect.ts";

const hidden = [
  "\u009b31m",
  "\u202e",
  "\u2066",
  "\u200b",
  "\ufeff",
  "\u00ad",
  "\u2028",
  "\u{e0041}",
  "\u0085",
];

describe("yamlText", () => {
  it.each(hidden)("shows %j as an escape, in keys and in values", (text) => {
    const content = { [`key${text}`]: `a ${text}: b`, list: [text] };
    const printed = yamlText(content);

    expect(printed.search(invisibleCharacters)).toBe(-1);
    expect(parse(printed)).toEqual(content);
  });

  it("round-trips any text, and escapes invisible characters", () => {
    const texts = array(
      constantFrom(...hidden, "a", "ö", " ", "\n", "'", '"', "\\", "#", ":", "😀"),
    );
    assert(
      property(texts, (parts) => {
        const content = { said: parts.join("") };
        const printed = yamlText(content);
        expect(printed.search(invisibleCharacters)).toBe(-1);
        expect(parse(printed)).toEqual(content);
      }),
    );
  });

  it("does not change visible characters", () => {
    expect(yamlText({ name: "Ärger 😀" })).toBe("name: Ärger 😀\n");
  });
});
