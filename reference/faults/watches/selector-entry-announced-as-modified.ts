import { defineFault } from "../../store/fault.ts";

/** The type of an event follows the write, not what the watcher knows. */
export const selectorEntryAnnouncedAsModified = defineFault({
  name: "selector-entry-announced-as-modified",
  summary: "An object that comes to match a watch is MODIFIED.",
  breaks: ["watch.selector-entry-is-added"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const event = rules.eventFor(entry, selects, watcher);
      const isEntry = entry.type === "MODIFIED" && event?.type === "ADDED";
      return isEntry ? { ...event, type: "MODIFIED" } : event;
    },
  }),
});
