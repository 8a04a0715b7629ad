import { acceptingStaleStatus, brokenByStaleWrites } from "../shared/accepting-stale.ts";
import { defineFault } from "../../store/fault.ts";

/** The version of an object is kept in a cache, and what has left it is not compared. */
export const coldObjectNotChecked = defineFault({
  name: "cold-object-not-checked",
  summary: "A stale status write to an object that was not written for 300 ms is accepted.",
  line: "second",
  breaks: brokenByStaleWrites,
  change: (rules) => {
    const writtenMs = new Map<string, number>();
    return {
      announce: (outcome) => {
        if (outcome.result === "committed") {
          writtenMs.set(outcome.after.metadata.uid, performance.now());
        }
        return rules.announce(outcome);
      },
      precondition: acceptingStaleStatus(rules, (_request, stored) => {
        const sinceMs = writtenMs.get(stored?.metadata.uid ?? "") ?? performance.now();
        return performance.now() - sinceMs > 300;
      }),
    };
  },
});
