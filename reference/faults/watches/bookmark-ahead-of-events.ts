import { defineFault } from "../../store/fault.ts";

/** The position is told when a change is found, and the change itself a moment later. */
export const bookmarkAheadOfEvents = defineFault({
  name: "bookmark-ahead-of-events",
  summary: "A bookmark with the version of a change is delivered before the change.",
  breaks: ["watch.bookmark-covers-earlier-events"],
  change: (rules) => ({
    deliver: (event, watcher, send) => {
      const { resourceVersion } = event;
      if (watcher.bookmarks && event.type !== "BOOKMARK") {
        rules.deliver({ type: "BOOKMARK", resourceVersion }, watcher, send);
      }
      rules.deliver(event, watcher, send);
    },
  }),
});
