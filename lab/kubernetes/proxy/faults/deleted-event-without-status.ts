import { changingEvents, defineProxyFault } from "../proxy-fault.ts";
import { without } from "../stored-object.ts";

/** The last state is read again after the deletion, from the half that is left. */
export const deletedEventWithoutStatus = defineProxyFault({
  name: "deleted-event-without-status",
  summary: "A DELETED event shows the object without its status.",
  breaks: ["watch.deletion-is-deleted"],
  begin: changingEvents(
    () => (event) =>
      event.type === "DELETED" ? [{ ...event, object: without(event.object, "status") }] : [event],
  ),
});
