import { defineFault } from "../../fault.ts";

/** A connection that was quiet is woken by the event that it should have carried. */
export const idleWatchLosesNext = defineFault({
  name: "idle-watch-loses-next",
  summary: "A watch that had nothing to say for 300 ms loses its next event.",
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
    const lastMs = new Map<number, number>();
    return {
      deliver: (event, watcher, send) => {
        const nowMs = performance.now();
        const quietMs = nowMs - (lastMs.get(watcher.id) ?? nowMs);
        lastMs.set(watcher.id, nowMs);
        if (quietMs <= 300) rules.deliver(event, watcher, send);
      },
    };
  },
});
