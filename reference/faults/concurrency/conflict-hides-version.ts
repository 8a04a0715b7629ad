import { defineFault } from "../../store/fault.ts";

/** The writer must find out for itself what it should have known. */
export const conflictHidesVersion = defineFault({
  name: "conflict-hides-version",
  summary: "A conflict does not tell the current version.",
  breaks: ["concurrency.conflict-tells-current-version"],
  change: (rules) => ({
    report: (refusal) => {
      const { currentResourceVersion: _hidden, ...rest } = refusal;
      return rules.report(rest);
    },
  }),
});
