import { changingEvents, defineProxyFault } from "../proxy-fault.ts";
import { without } from "../stored-object.ts";

/** Events are made from the half that is written most. */
export const eventWithoutStatus = defineProxyFault({
  name: "event-without-status",
  summary: "MODIFIED events show the object without its status.",
  breaks: ["watch.event-carries-stored-object"],
  begin: changingEvents(
    () => (event) =>
      event.type === "MODIFIED" ? [{ ...event, object: without(event.object, "status") }] : [event],
  ),
});
