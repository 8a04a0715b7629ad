import { defineFault } from "../../store/fault.ts";

/** Validation stops at the first mistake. */
export const firstCauseOnly = defineFault({
  name: "first-cause-only",
  summary: "A refusal as invalid names one of the members at fault.",
  breaks: ["errors.invalid-names-field", "apply.conflict-names-manager-and-field"],
  change: (rules) => ({
    report: (refusal) => rules.report({ ...refusal, causes: refusal.causes.slice(0, 1) }),
  }),
});
