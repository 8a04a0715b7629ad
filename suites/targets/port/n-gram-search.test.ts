import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NGramSearch } from "./n-gram-search.ts";

const letters = fc.constantFrom("a", "b", "é", "\u{1F600}", "0", "\\", "\uD800");
const form = fc.string({ unit: letters, minLength: 8, maxLength: 12 });
const around = fc.string({ unit: letters, maxLength: 40 });

describe("NGramSearch", () => {
  it("finds every form in every place", () => {
    fc.assert(
      fc.property(
        fc.array(form, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        around,
        around,
        (forms, which, before, behind) => {
          const held = forms[which % forms.length] ?? "";

          expect(new NGramSearch(forms).isIn(`${before}${held}${behind}`)).toBe(true);
        },
      ),
    );
  });

  it("gives the same result for any text as a search for each form", () => {
    fc.assert(
      fc.property(fc.array(form, { minLength: 1, maxLength: 5 }), around, (forms, text) => {
        const isThere = forms.some((one) => text.includes(one));

        expect(new NGramSearch(forms).isIn(text)).toBe(isThere);
      }),
    );
  });

  it("matches no prefix and no similar word", () => {
    const search = new NGramSearch(["controller-token", "author-token"]);

    expect(search.isIn('{"identity":"controller","manager":"author-tok"}')).toBe(false);
    expect(search.isIn("author-toke")).toBe(false);
    expect(search.isIn("")).toBe(false);
  });
});
