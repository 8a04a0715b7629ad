import { withoutEmpty } from "../../values/map-values.ts";
import { defineFault } from "../../store/fault.ts";

/** The encoder leaves out what is empty, as it was told for other members. */
export const emptyValuesOmitted = defineFault({
  name: "empty-values-omitted",
  summary: "Empty texts and empty lists in a status are not stored.",
  line: "second",
  breaks: ["write.stores-submitted-status"],
  phase: "property",
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(request, stored, withoutEmpty(status)),
  }),
});
