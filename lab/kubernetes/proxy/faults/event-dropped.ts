import { changingEvents, defineProxyFault } from "../proxy-fault.ts";
import { metadataText } from "../stored-object.ts";

/** A queue between the store and its watchers overflows without a word. */
export const eventDropped = defineProxyFault({
  name: "event-dropped",
  summary: "Every second MODIFIED event of an object never comes.",
  breaks: ["watch.no-gap", "watch.one-event-per-write"],
  begin: changingEvents(() => {
    const seen = new Map<string, number>();
    return (event) => {
      if (event.type !== "MODIFIED") return [event];
      const uid = metadataText(event.object, "uid");
      const count = (seen.get(uid) ?? 0) + 1;
      seen.set(uid, count);
      return count % 2 === 0 ? [] : [event];
    };
  }),
});
