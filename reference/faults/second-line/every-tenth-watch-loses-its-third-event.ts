import { defineFault } from "../../fault.ts";

/** One of the workers that serve watches has a buffer of two. */
export const everyTenthWatchLosesItsThirdEvent = defineFault({
  name: "every-tenth-watch-loses-its-third-event",
  summary: "Every tenth watch loses its third event.",
  line: "second",
  breaks: ["watch.no-gap"],
  change: (rules) => {
    const counts = new Map<number, number>();
    return {
      deliver: (event, watcher, send) => {
        const count = (counts.get(watcher.id) ?? 0) + 1;
        counts.set(watcher.id, count);
        if (watcher.id % 10 !== 0 || count !== 3) rules.deliver(event, watcher, send);
      },
    };
  },
});
