import { defineFault } from "../fault.ts";

/** Events are made from the table of specs, and the status is in another one. */
export const eventWithoutStatus = defineFault({
  name: "event-without-status",
  summary: "Events carry the object without its status.",
  breaks: ["watch.event-carries-stored-object", "watch.deletion-is-deleted"],
  change: (rules) => ({
    announce: (outcome) =>
      rules.announce(outcome).map(({ object: { status: _left, ...object }, ...entry }) => ({
        ...entry,
        object,
      })),
  }),
});
