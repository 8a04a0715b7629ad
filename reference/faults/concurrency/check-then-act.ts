import { setTimeout as wait } from "node:timers/promises";
import { defineFault } from "../../fault.ts";

/** Long enough for every request of a burst to pass its check. */
const gapMs = 20;

/** The version is checked, then something else happens, then the status is stored. */
export const checkThenAct = defineFault({
  name: "check-then-act",
  summary:
    "Status writes that arrive together pass the version check together, and all are stored.",
  breaks: [
    "concurrency.one-winner",
    "concurrency.no-lost-increment",
    "watch.ordered",
    "allocation.decision-is-guarded",
  ],
  change: (rules) => ({
    beforeCommit: (request) =>
      request.verb === "updateStatus" ? wait(gapMs) : rules.beforeCommit(request),
  }),
});
