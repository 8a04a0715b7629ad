import { defineFault } from "../../store/fault.ts";

/** After the snapshot the log is read from its start, not from where the snapshot was taken. */
export const initialEventsRepeatLive = defineFault({
  name: "initial-events-repeat-live",
  summary: "After its initial events a watch delivers the changes that led to them.",
  breaks: ["watch.initial-events-are-current-state"],
  change: (rules) => ({
    replay: (retained, after, watcher) =>
      rules.replay(retained, watcher.initialEvents ? 0 : after, watcher),
  }),
});
