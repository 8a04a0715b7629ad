import { defineFault } from "../../store/fault.ts";

/** The event is queued before the write is checked. */
export const refusedWriteAnnounced = defineFault({
  name: "refused-write-announced",
  summary: "A refused write of a stored object is an event with the unchanged object.",
  breaks: ["watch.nothing-for-refused", "watch.unique"],
  change: (rules) => ({
    announce: (outcome) => {
      if (outcome.result !== "refused" || outcome.stored === undefined) {
        return rules.announce(outcome);
      }
      const { stored } = outcome;
      const version = Number(stored.metadata.resourceVersion);
      return [{ type: "MODIFIED", version, object: stored, before: stored }];
    },
  }),
});
