import { defineFault } from "../../fault.ts";

/** One of the workers that serve watches has a buffer of two. */
export const everyThirdWatchLosesItsThirdEvent = defineFault({
  name: "every-third-watch-loses-its-third-event",
  summary: "Every third watch loses its third event.",
  line: "second",
  breaks: [
    "watch.no-gap",
    "watch.creation-is-added",
    "watch.one-event-per-write",
    "watch.watchers-agree",
    "watch.resumes-after-version",
    "watch.list-then-watch",
    "watch.resumes-from-bookmark",
    "watch.selector-filter",
    "watch.namespace-filter",
    "watch.selector-entry-is-added",
    "watch.selector-exit-is-deleted",
    "watch.deletion-is-deleted",
    "watch.bookmark-covers-earlier-events",
    "watch.initial-events-are-current-state",
    "kinds.served-once-defined",
    "kinds.objects-go-with-definition",
  ],
  change: (rules) => {
    const counts = new Map<number, number>();
    return {
      deliver: (event, watcher, send) => {
        const count = (counts.get(watcher.id) ?? 0) + 1;
        counts.set(watcher.id, count);
        if (watcher.id % 3 !== 0 || count !== 3) rules.deliver(event, watcher, send);
      },
    };
  },
});
