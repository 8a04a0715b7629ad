import { changingEvents, defineProxyFault } from "../proxy-fault.ts";
import { withoutMetadata } from "../stored-object.ts";

/** The bookmark comes, and nobody can tell what it ends. */
export const initialEventsEndUnmarked = defineProxyFault({
  name: "initial-events-end-unmarked",
  summary: "The bookmark that ends the initial events is like any other.",
  breaks: ["watch.initial-events-end-is-marked"],
  begin: changingEvents(
    () => (event) =>
      event.type === "BOOKMARK"
        ? [{ ...event, object: withoutMetadata(event.object, "annotations") }]
        : [event],
  ),
});
