import { defineFault } from "../../store/fault.ts";

/** Zero counts as false, and false as not sent. */
export const observedZeroTakenForAbsent = defineFault({
  name: "observed-zero-taken-for-absent",
  summary: "An observed generation of 0 is not stored.",
  breaks: [
    "generation.observed-stored-as-sent",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
  ],
  change: (rules) => ({
    mergeStatus: (stored, submitted) => {
      const { observedGeneration, ...rest } = submitted;
      return rules.mergeStatus(stored, observedGeneration === 0 ? rest : submitted);
    },
  }),
});
