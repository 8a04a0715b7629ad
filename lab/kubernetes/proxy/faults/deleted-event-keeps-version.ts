import { changingEvents, defineProxyFault } from "../proxy-fault.ts";
import { metadataText, withMetadata } from "../stored-object.ts";

/** The last state goes out as it was stored, with the version that watchers know already. */
export const deletedEventKeepsVersion = defineProxyFault({
  name: "deleted-event-keeps-version",
  summary: "A DELETED event carries the version of the last write instead of a new one.",
  breaks: ["watch.deletion-is-deleted", "watch.selector-exit-shows-last-match"],
  begin: changingEvents(() => {
    const last = new Map<string, string>();
    return (event) => {
      const uid = metadataText(event.object, "uid");
      const resourceVersion = last.get(uid);
      last.set(uid, metadataText(event.object, "resourceVersion"));
      if (event.type !== "DELETED" || resourceVersion === undefined) return [event];
      return [{ ...event, object: withMetadata(event.object, { resourceVersion }) }];
    };
  }),
});
