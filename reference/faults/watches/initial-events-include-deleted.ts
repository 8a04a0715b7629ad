import type { Resource } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** Deleted objects are kept for a while, and the snapshot takes them along. */
export const initialEventsIncludeDeleted = defineFault({
  name: "initial-events-include-deleted",
  summary: "The initial events of a watch show objects that are deleted already.",
  breaks: ["watch.initial-events-are-current-state"],
  change: (rules) => {
    const deleted: Resource[] = [];
    return {
      announce: (outcome) => {
        const entries = rules.announce(outcome);
        for (const { type, object } of entries) if (type === "DELETED") deleted.push(object);
        return entries;
      },
      initialEvents: (objects, newest, watcher) => {
        const gone = deleted.filter((object) => rules.selects(watcher.filter, object, "watch"));
        return rules.initialEvents([...objects, ...gone], newest, watcher);
      },
    };
  },
});
