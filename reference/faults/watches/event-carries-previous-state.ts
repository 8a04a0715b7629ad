import { defineFault } from "../../store/fault.ts";

/** The event is made from the object that was loaded, not from the one that was stored. */
export const eventCarriesPreviousState = defineFault({
  name: "event-carries-previous-state",
  summary: "The event of a change carries the state before it, with the new version.",
  breaks: [
    "watch.event-carries-stored-object",
    "readiness.never-current-unobserved",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
    "deletion.waits-for-finalizers",
  ],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const event = rules.eventFor(entry, selects, watcher);
      if (event?.type !== "MODIFIED" || entry.before === undefined) return event;
      const { resourceVersion } = event;
      const metadata = { ...entry.before.metadata, resourceVersion };
      return { ...event, object: { ...entry.before, metadata } };
    },
  }),
});
