import { defineFault } from "../../store/fault.ts";

/** After each change the state before it is sent once more, from a queue that was not confirmed. */
export const olderStateAnnouncedAgain = defineFault({
  name: "older-state-announced-again",
  summary: "The event of a status write is followed by that of the state before it.",
  breaks: [
    "watch.ordered",
    "watch.unique",
    "watch.one-event-per-write",
    "watch.creation-is-added",
    "watch.collection-in-commit-order",
    "watch.list-then-watch",
    "watch.resumes-after-version",
    "watch.namespace-filter",
    "watch.selector-filter",
    "concurrency.versions-advance",
    "watch.resumes-from-bookmark",
  ],
  change: (rules) => ({
    announce: (outcome) => {
      const entries = rules.announce(outcome);
      if (outcome.result !== "committed" || outcome.request.verb !== "updateStatus") return entries;
      const { before } = outcome;
      if (before === undefined) return entries;
      const version = Number(before.metadata.resourceVersion);
      return [...entries, { type: "MODIFIED", version, object: before, before }];
    },
  }),
});
