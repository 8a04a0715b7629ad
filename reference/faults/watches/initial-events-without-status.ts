import { defineFault } from "../../store/fault.ts";

/** The snapshot is read from a table that has the author's side alone. */
export const initialEventsWithoutStatus = defineFault({
  name: "initial-events-without-status",
  summary: "The initial events of a watch show objects without their status.",
  breaks: ["watch.initial-events-are-current-state"],
  change: (rules) => ({
    initialEvents: (objects, newest, watcher) => {
      const bare = objects.map(({ status: _status, ...object }) => object);
      return rules.initialEvents(bare, newest, watcher);
    },
  }),
});
