import { defineFault } from "../../store/fault.ts";

/** The end is sent when the snapshot is ready, its objects when they are read. */
export const initialEventsEndFirst = defineFault({
  name: "initial-events-end-first",
  summary: "The end of the initial events of a watch is told before their last one.",
  breaks: ["watch.initial-events-end-is-marked"],
  change: (rules) => ({
    initialEvents: (objects, newest, watcher) => {
      const events = rules.initialEvents(objects, newest, watcher);
      const [last, end] = events.slice(-2);
      return last === undefined || end === undefined ? events : [...events.slice(0, -2), end, last];
    },
  }),
});
