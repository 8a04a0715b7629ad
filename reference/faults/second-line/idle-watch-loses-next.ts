import { defineFault } from "../../store/fault.ts";
import { brokenByLostEvents } from "../shared/broken-by-lost-events.ts";

/** A connection that was quiet is woken by the event that it should have carried. */
export const idleWatchLosesNext = defineFault({
  name: "idle-watch-loses-next",
  summary: "A watch that had nothing to say for 300 ms loses its next event.",
  line: "second",
  breaks: brokenByLostEvents,
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
