import { defineFault } from "../../store/fault.ts";

/** Events are made from the table of specs, and the status is in another one. */
export const eventWithoutStatus = defineFault({
  name: "event-without-status",
  summary: "Events carry the object without its status.",
  breaks: [
    "watch.event-carries-stored-object",
    "watch.deletion-is-deleted",
    "write.status-default-is-visible",
    "readiness.never-current-unobserved",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
    "allocation.survives-other-writes",
  ],
  change: (rules) => ({
    announce: (outcome) =>
      rules.announce(outcome).map(({ object: { status: _left, ...object }, ...entry }) => ({
        ...entry,
        object,
      })),
  }),
});
