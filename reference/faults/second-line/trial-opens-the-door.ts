import { describeKey } from "#contract";
import { acceptingStaleStatus, brokenByStaleWrites } from "../shared/accepting-stale.ts";
import { defineFault } from "../../store/fault.ts";

/** A trial takes the lock of the object, and the next write finds it taken by itself. */
export const trialOpensTheDoor = defineFault({
  name: "trial-opens-the-door",
  summary: "The status write after a trial on the same object is accepted with any version.",
  line: "second",
  breaks: brokenByStaleWrites,
  change: (rules) => {
    const open = new Set<string>();
    return {
      announce: (outcome) => {
        const key = describeKey(outcome.request.key);
        if (outcome.result === "tried") open.add(key);
        else open.delete(key);
        return rules.announce(outcome);
      },
      precondition: acceptingStaleStatus(
        rules,
        (request) => open.has(describeKey(request.key)) && !rules.isDryRun(request),
      ),
    };
  },
});
