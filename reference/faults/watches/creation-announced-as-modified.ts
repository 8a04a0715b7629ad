import { defineFault } from "../../store/fault.ts";

/** Creations and changes go through the same upsert, which knows one event. */
export const creationAnnouncedAsModified = defineFault({
  name: "creation-announced-as-modified",
  summary: "The event of a creation is MODIFIED.",
  breaks: ["watch.creation-is-added"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const event = rules.eventFor(entry, selects, watcher);
      return event !== undefined && entry.type === "ADDED" ? { ...event, type: "MODIFIED" } : event;
    },
  }),
});
