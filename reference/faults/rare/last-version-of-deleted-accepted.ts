import { describeKey } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** The version is compared with a table of last versions by name, from which deleted objects are not removed. */
export const lastVersionOfDeletedAccepted = defineFault({
  name: "last-version-of-deleted-accepted",
  summary:
    "A status write that names the last version of a deleted object is stored in its successor.",
  phase: "history",
  breaks: [
    "concurrency.old-incarnation-write-conflicts",
    "deletion.nothing-comes-back",
    "concurrency.one-winner",
    "deletion.successor-starts-afresh",
  ],
  change: (rules) => {
    const last = new Map<string, string>();
    return {
      announce: (outcome) => {
        if (outcome.result === "committed" && outcome.isRemoval && outcome.before !== undefined) {
          last.set(describeKey(outcome.request.key), outcome.before.metadata.resourceVersion);
        }
        return rules.announce(outcome);
      },
      precondition: (request, stored) => {
        const isLast = last.get(describeKey(request.key)) === request.resourceVersion;
        const isWrite = request.verb === "updateStatus" && request.resourceVersion !== undefined;
        return isLast && isWrite ? undefined : rules.precondition(request, stored);
      },
    };
  },
});
