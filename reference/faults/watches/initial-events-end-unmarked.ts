import { defineFault } from "../../store/fault.ts";

/** The last bookmark of the initial events looks like any other. */
export const initialEventsEndUnmarked = defineFault({
  name: "initial-events-end-unmarked",
  summary: "The bookmark after the initial events of a watch is not marked as their end.",
  breaks: ["watch.initial-events-end-is-marked"],
  change: (rules) => ({
    initialEvents: (objects, newest, watcher) =>
      rules
        .initialEvents(objects, newest, watcher)
        .map(({ initialEventsEnd: _mark, ...event }) => event),
  }),
});
