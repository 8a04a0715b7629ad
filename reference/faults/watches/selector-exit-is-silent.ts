import { defineFault } from "../../store/fault.ts";

/** The filter looks at the new state alone, and that does not match. */
export const selectorExitIsSilent = defineFault({
  name: "selector-exit-is-silent",
  summary: "An object that ceases to match a watch leaves it without an event.",
  breaks: ["watch.selector-exit-is-deleted"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const event = rules.eventFor(entry, selects, watcher);
      return entry.type === "MODIFIED" && event?.type === "DELETED" ? undefined : event;
    },
  }),
});
