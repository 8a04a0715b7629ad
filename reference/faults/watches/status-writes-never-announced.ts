import { defineFault } from "../../store/fault.ts";

/** The status is written past the code that tells the watches. */
export const statusWritesNeverAnnounced = defineFault({
  name: "status-writes-never-announced",
  summary: "A status write is no event.",
  breaks: [
    "watch.one-event-per-write",
    "watch.no-gap",
    "watch.list-then-watch",
    "watch.resumes-after-version",
    "watch.namespace-filter",
    "watch.selector-filter",
    "kinds.served-once-defined",
  ],
  change: (rules) => ({
    announce: (outcome) => (outcome.request.verb === "updateStatus" ? [] : rules.announce(outcome)),
  }),
});
