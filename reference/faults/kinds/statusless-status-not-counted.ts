import { defineFault } from "../../store/fault.ts";

/** The generation is counted from the spec alone, for all kinds. */
export const statuslessStatusNotCounted = defineFault({
  name: "statusless-status-not-counted",
  summary: "A status that is plain content changes without a new generation.",
  breaks: ["generation.counts-plain-status"],
  change: (rules) => ({
    generation: (change) => {
      const kind = { ...change.request.kind, hasStatus: true };
      return rules.generation({ ...change, request: { ...change.request, kind } });
    },
  }),
});
