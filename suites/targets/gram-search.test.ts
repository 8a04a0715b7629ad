import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GramSearch } from "./gram-search.ts";

const letters = fc.constantFrom("a", "b", "é", "\u{1F600}", "0", "\\", "7", "\uD800");
const form = fc.string({ unit: letters, minLength: 8, maxLength: 30 });
const around = fc.string({ unit: letters, maxLength: 40 });

describe("GramSearch", () => {
  it("finds every form, wherever it stands", () => {
    fc.assert(
      fc.property(
        fc.array(form, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        around,
        around,
        (forms, which, before, behind) => {
          const held = forms[which % forms.length] ?? "";

          expect(new GramSearch(forms).mayHold(`${before}${held}${behind}`)).toBe(true);
        },
      ),
    );
  });

  it("says no of nearly all texts that hold none", () => {
    const search = new GramSearch(["never-issued-token", "6e657665722d697373756564"]);
    const texts = Array.from(
      { length: 1000 },
      (_, number) => `{"name":"billing-${number * 7919}"}`,
    );

    expect(texts.filter((text) => search.mayHold(text)).length).toBeLessThan(20);
  });

  it("says no of texts that are shorter than any form", () => {
    const search = new GramSearch(["12345678"]);

    expect(search.mayHold("")).toBe(false);
    expect(search.mayHold("123")).toBe(false);
  });
});
