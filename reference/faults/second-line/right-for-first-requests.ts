import { acceptingStaleStatus, brokenByStaleWrites } from "../shared/accepting-stale.ts";
import { defineFault } from "../../store/fault.ts";

/** A budget for exact checks is spent after a while, and is never filled again. */
export const rightForFirstRequests = defineFault({
  name: "right-for-first-requests",
  summary: "After the first 1000 writes, a stale status write is accepted.",
  line: "second",
  isCumulative: true,
  breaks: brokenByStaleWrites,
  change: (rules) => {
    let count = 0;
    return {
      writeSteps: (request) => {
        count += 1;
        return rules.writeSteps(request);
      },
      precondition: acceptingStaleStatus(rules, () => count > 1000),
    };
  },
});
