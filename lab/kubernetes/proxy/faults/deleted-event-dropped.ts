import { changingEvents, defineProxyFault } from "../proxy-fault.ts";

/** The watch forgets the object before it says so. */
export const deletedEventDropped = defineProxyFault({
  name: "deleted-event-dropped",
  summary: "No deletion is ever an event.",
  breaks: ["watch.deletion-is-deleted"],
  begin: changingEvents(() => (event) => (event.type === "DELETED" ? [] : [event])),
});
