import { changingEvents, defineProxyFault } from "../proxy-fault.ts";

/** Each watcher has a queue of its own, and some are short. */
export const watchersDiffer = defineProxyFault({
  name: "watchers-differ",
  summary: "Every second watcher misses every second MODIFIED event.",
  breaks: ["watch.watchers-agree"],
  begin: () => {
    let watchers = 0;
    return changingEvents(() => {
      watchers += 1;
      const isLossy = watchers % 2 === 0;
      let count = 0;
      return (event) => {
        if (event.type === "MODIFIED") count += 1;
        return isLossy && event.type === "MODIFIED" && count % 2 === 0 ? [] : [event];
      };
    })();
  },
});
