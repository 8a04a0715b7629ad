import { defineFault } from "../../store/fault.ts";

/** The event is sent before the dry run is told from the write. */
export const dryRunAnnounces = defineFault({
  name: "dry-run-announces",
  summary: "A dry run of a status write is an event.",
  breaks: ["watch.nothing-for-dry-run"],
  change: (rules) => ({
    announce: (outcome) => {
      const entries = rules.announce(outcome);
      if (outcome.result !== "tried" || outcome.request.verb !== "updateStatus") return entries;
      const { before, after } = outcome;
      const version = Number(after.metadata.resourceVersion);
      const entry = { type: "MODIFIED", version, object: after } as const;
      return [...entries, before === undefined ? entry : { ...entry, before }];
    },
  }),
});
