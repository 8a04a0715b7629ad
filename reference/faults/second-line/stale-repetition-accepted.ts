import { jsonEquals } from "#contract";
import { acceptingStaleStatus, brokenByStaleWrites } from "../shared/accepting-stale.ts";
import { defineFault } from "../../store/fault.ts";

/** Who asks for what is stored already cannot have been wrong. */
export const staleRepetitionAccepted = defineFault({
  name: "stale-repetition-accepted",
  summary: "A stale status write is accepted if it submits what is stored.",
  line: "second",
  breaks: brokenByStaleWrites,
  change: (rules) => ({
    precondition: acceptingStaleStatus(rules, ({ content }, stored) => {
      const submitted = content.status ?? undefined;
      return (
        submitted !== undefined &&
        jsonEquals(rules.mergeStatus(stored?.status, submitted), stored?.status)
      );
    }),
  }),
});
