import { defineFault } from "../../store/fault.ts";

/** Of so many changes on one event stream the last is lost. */
const period = 3;

/** Messages are joined into one on the way, and only the first of them is understood. */
export const eventStreamLosesEvents = defineFault({
  name: "event-stream-loses-events",
  summary: "Every third event of a watch over server-sent events is never delivered.",
  breaks: ["watch.watchers-agree"],
  change: (rules) => {
    const counts = new Map<number, number>();
    return {
      deliver: (event, watcher, send) => {
        const count = (counts.get(watcher.id) ?? 0) + 1;
        counts.set(watcher.id, count);
        if (watcher.caller.channel === "events" && count % period === 0) return;
        rules.deliver(event, watcher, send);
      },
    };
  },
});
