import { changingEvents, defineProxyFault } from "../proxy-fault.ts";
import type { ApiEvent } from "../proxy-fault.ts";

/** A page of the initial list is cut one short. */
export const initialEventsSkipOne = defineProxyFault({
  name: "initial-events-skip-one",
  summary: "The last of the initial events of a watch is left out.",
  breaks: ["watch.initial-events-are-current-state"],
  begin: changingEvents(({ query }) => {
    let held: readonly ApiEvent[] = [];
    let isInitial = query["sendInitialEvents"] === "true";
    return (event) => {
      if (!isInitial) return [event];
      isInitial = event.type === "ADDED";
      if (!isInitial) return [event];
      const shown = held;
      held = [event];
      return shown;
    };
  }),
});
