import { changingEvents, defineProxyFault } from "../proxy-fault.ts";

/** A sender that was not sure repeats itself. */
export const eventDuplicated = defineProxyFault({
  name: "event-duplicated",
  summary: "Every MODIFIED event comes twice.",
  breaks: ["watch.unique", "watch.one-event-per-write"],
  begin: changingEvents(() => (event) => (event.type === "MODIFIED" ? [event, event] : [event])),
});
