import { changingEvents, defineProxyFault, isAboutState } from "../proxy-fault.ts";
import type { ApiEvent } from "../proxy-fault.ts";
import { metadataText } from "../stored-object.ts";

/** Two workers deliver what one queue had in order. */
export const eventsSwapped = defineProxyFault({
  name: "events-swapped",
  summary: "The first two MODIFIED events of an object come in the wrong order.",
  breaks: ["watch.ordered", "concurrency.versions-advance"],
  begin: changingEvents(() => {
    const held = new Map<string, ApiEvent>();
    const done = new Set<string>();
    return (event) => {
      const uid = metadataText(event.object, "uid");
      if (!isAboutState(event) || event.type === "ADDED" || done.has(uid)) return [event];
      const earlier = held.get(uid);
      if (earlier === undefined) {
        held.set(uid, event);
        return [];
      }
      done.add(uid);
      return [event, earlier];
    };
  }),
});
