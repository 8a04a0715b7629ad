import { jsonEquals } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** Users care for what they asked for, somebody thought. */
export const statusEventsHiddenFromAuthors = defineFault({
  name: "status-events-hidden-from-authors",
  summary: "Watches of authors tell nothing of status writes.",
  breaks: ["watch.watchers-agree"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const isReport =
        entry.before !== undefined && !jsonEquals(entry.before.status, entry.object.status);
      const isHidden = isReport && watcher.caller.identity.name === "author";
      return isHidden ? undefined : rules.eventFor(entry, selects, watcher);
    },
  }),
});
