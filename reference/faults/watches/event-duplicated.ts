import { defineFault } from "../../store/fault.ts";

/** Delivery is at least once, not exactly once. */
export const eventDuplicated = defineFault({
  name: "event-duplicated",
  summary: "Every MODIFIED is delivered twice.",
  breaks: [
    "watch.unique",
    "watch.one-event-per-write",
    "watch.list-then-watch",
    "watch.resumes-after-version",
    "watch.namespace-filter",
    "watch.selector-filter",
  ],
  change: (rules) => ({
    deliver: (event, watcher, send) => {
      rules.deliver(event, watcher, send);
      if (event.type === "MODIFIED") rules.deliver(event, watcher, send);
    },
  }),
});
