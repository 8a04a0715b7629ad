import { defineFault } from "../../store/fault.ts";

/** The first status of an object is taken for the object itself. */
export const statusWriteAnnouncedAsAdded = defineFault({
  name: "status-write-announced-as-added",
  summary: "The event of the first status write is ADDED.",
  breaks: ["watch.one-event-per-write", "watch.creation-is-added", "deletion.status-writes-go-on"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const event = rules.eventFor(entry, selects, watcher);
      const isFirst = entry.before?.status === undefined && entry.object.status !== undefined;
      return event?.type === "MODIFIED" && isFirst ? { ...event, type: "ADDED" } : event;
    },
  }),
});
