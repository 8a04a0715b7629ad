import { mapTexts } from "../../values/map-values.ts";
import { defineFault } from "../../store/fault.ts";

/** The database has a character set of its own. */
export const plainLettersOnly = defineFault({
  name: "plain-letters-only",
  summary: "In the texts of a status, what is no ASCII becomes a question mark.",
  line: "second",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(
        request,
        stored,
        mapTexts(status, (text) => text.replaceAll(/[\u{80}-\u{10ffff}]/gu, "?")),
      ),
  }),
});
