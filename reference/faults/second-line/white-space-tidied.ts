import { mapTexts } from "../../values/map-values.ts";
import { defineFault } from "../../store/fault.ts";

/** What cleans the fields of a form was put before everything that is stored. */
export const whiteSpaceTidied = defineFault({
  name: "white-space-tidied",
  summary: "In the texts of a status, all white space in a row becomes one space.",
  line: "second",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(
        request,
        stored,
        mapTexts(status, (text) => text.replaceAll(/\s+/gu, " ")),
      ),
  }),
});
