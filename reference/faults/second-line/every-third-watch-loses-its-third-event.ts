import { defineFault } from "../../store/fault.ts";
import { brokenByLostEvents } from "../shared/broken-by-lost-events.ts";

/** One of the workers that serve watches has a buffer of two. */
export const everyThirdWatchLosesItsThirdEvent = defineFault({
  name: "every-third-watch-loses-its-third-event",
  summary: "Every third watch loses its third event.",
  line: "second",
  // The third event may be the one that ends the initial ones.
  breaks: [...brokenByLostEvents, "watch.initial-events-end-is-marked"],
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
