import { defineFault } from "../../store/fault.ts";

/** The log numbers its entries, and versions are something else. */
export const bookmarkNamesLogPosition = defineFault({
  name: "bookmark-names-log-position",
  summary: "A bookmark names a position in the event log, which is no version to start from.",
  breaks: ["watch.resumes-from-bookmark"],
  change: (rules) => {
    let position = 0;
    return {
      announce: (outcome) => {
        const entries = rules.announce(outcome);
        position += entries.length;
        return entries;
      },
      // One more, because no version is 0.
      bookmark: (_newest, watcher) => rules.bookmark(position + 1, watcher),
    };
  },
});
