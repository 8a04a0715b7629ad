import { defineFault } from "../../store/fault.ts";

/** The input is checked before the version is. */
export const validationBeforeVersion = defineFault({
  name: "validation-before-version",
  summary: "A write that is both stale and invalid is refused as invalid.",
  breaks: ["errors.stale-and-invalid-order"],
  change: () => ({
    writeSteps: () => [
      "authorization",
      "existence",
      "validation",
      "precondition",
      "ownership",
      "commit",
    ],
  }),
});
