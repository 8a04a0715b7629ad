import { defineFault } from "../../store/fault.ts";

/** Events are cut from what was written, before defaults are filled in. */
export const statusDefaultMissingInEvent = defineFault({
  name: "status-default-missing-in-event",
  summary: "The event of a creation does not have the default status of the kind.",
  breaks: [
    "write.status-default-is-visible",
    "readiness.never-current-unobserved",
    "watch.event-carries-stored-object",
  ],
  change: (rules) => ({
    announce: (outcome) =>
      rules.announce(outcome).map((entry) => {
        if (entry.type !== "ADDED" || !outcome.request.kind.hasStatus) return entry;
        const { status: _default, ...object } = entry.object;
        return { ...entry, object };
      }),
  }),
});
