import { changingEvents, defineProxyFault } from "../proxy-fault.ts";
import type { ApiEvent } from "../proxy-fault.ts";

/** Positions are reported by one goroutine and events by another. */
export const bookmarkOvertakesEvent = defineProxyFault({
  name: "bookmark-overtakes-event",
  summary: "A bookmark comes before the MODIFIED event that it covers.",
  breaks: ["watch.bookmark-covers-earlier-events"],
  begin: changingEvents(({ query }) => {
    let held: readonly ApiEvent[] = [];
    const isMarked =
      query["allowWatchBookmarks"] === "true" && query["sendInitialEvents"] === undefined;
    return (event) => {
      if (!isMarked) return [event];
      const shown = held;
      held = event.type === "MODIFIED" ? [event] : [];
      return event.type === "MODIFIED" ? shown : [event, ...shown];
    };
  }),
});
