import { defineFault } from "../../store/fault.ts";

/** Applies without a name all belong to the name of the caller. */
export const applyNeedsNoManager = defineFault({
  name: "apply-needs-no-manager",
  summary: "An apply without a field manager is accepted.",
  breaks: ["write.apply-needs-manager"],
  change: (rules) => ({
    validateOptions: (request) =>
      rules.validateOptions(request).filter(({ reason }) => reason !== "FieldValueRequired"),
  }),
});
