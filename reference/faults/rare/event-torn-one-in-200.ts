import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** The event is put together from two rows that are read one after the other. */
export const eventTornOneIn200 = defineFault({
  name: "event-torn-one-in-200",
  summary: "One event in 200 carries the status before the one that its version has.",
  phase: "history",
  breaks: ["watch.event-carries-stored-object"],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      eventFor: (entry, selects, watcher) => {
        const event = rules.eventFor(entry, selects, watcher);
        const status = entry.before?.status;
        if (event?.type !== "MODIFIED" || event.object === undefined || status === undefined)
          return event;
        return isRare() ? { ...event, object: { ...event.object, status } } : event;
      },
    };
  },
});
