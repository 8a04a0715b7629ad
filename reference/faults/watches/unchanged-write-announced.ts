import { defineFault } from "../../store/fault.ts";

/** Every accepted write wakes the watches, also one that was not stored. */
export const unchangedWriteAnnounced = defineFault({
  name: "unchanged-write-announced",
  summary: "A write that changes nothing is an event with the unchanged object.",
  breaks: ["watch.nothing-for-no-op"],
  change: (rules) => ({
    announce: (outcome) => {
      if (outcome.result !== "unchanged") return rules.announce(outcome);
      const { stored } = outcome;
      const version = Number(stored.metadata.resourceVersion);
      return [{ type: "MODIFIED", version, object: stored, before: stored }];
    },
  }),
});
