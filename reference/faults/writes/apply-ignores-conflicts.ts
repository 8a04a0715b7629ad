import { defineFault } from "../../store/fault.ts";

/** Every apply is carried out as if it were forced. */
export const applyIgnoresConflicts = defineFault({
  name: "apply-ignores-conflicts",
  summary: "An apply overwrites what other managers own, without force.",
  breaks: [
    "apply.conflict-without-force",
    "apply.equal-values-are-shared",
    "apply.other-writes-take-fields",
  ],
  change: () => ({
    ownership: () => undefined,
  }),
});
