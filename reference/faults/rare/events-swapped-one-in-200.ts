import type { WatchEvent } from "#contract";
import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** Events are handed to a pool of workers, and one worker is sometimes slower than the next. */
export const eventsSwappedOneIn200 = defineFault({
  name: "events-swapped-one-in-200",
  summary: "One event in 200 is delivered after the one that follows it.",
  phase: "history",
  breaks: [
    "watch.ordered",
    "watch.collection-in-commit-order",
    "watch.bookmark-covers-earlier-events",
  ],
  change: (rules) => {
    const isRare = oneIn(200);
    const held = new Map<number, WatchEvent>();
    return {
      deliver: (event, watcher, send) => {
        const late = held.get(watcher.id);
        if (late === undefined && event.type !== "BOOKMARK" && isRare()) {
          held.set(watcher.id, event);
          return;
        }
        rules.deliver(event, watcher, send);
        if (late === undefined || event.type === "BOOKMARK") return;
        held.delete(watcher.id);
        rules.deliver(late, watcher, send);
      },
    };
  },
});
