import { oneIn } from "../../one-in.ts";
import { defineFault } from "../../fault.ts";

/** A buffer between the log and the watches is dropped when it is full. */
export const eventLostOneIn200 = defineFault({
  name: "event-lost-one-in-200",
  summary: "One event in 200 is never delivered.",
  phase: "history",
  breaks: ["watch.no-gap", "watch.bookmark-covers-earlier-events"],
  change: (rules) => {
    const isRare = oneIn(200);
    const begun = new Set<number>();
    return {
      deliver: (event, watcher, send) => {
        // The buffer of a watch that has just been opened is empty.
        const isFirst = !begun.has(watcher.id);
        begun.add(watcher.id);
        if (!isFirst && event.type !== "BOOKMARK" && isRare()) return;
        rules.deliver(event, watcher, send);
      },
    };
  },
});
