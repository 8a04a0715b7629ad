import { changingEvents, defineProxyFault } from "../proxy-fault.ts";
import type { ApiEvent } from "../proxy-fault.ts";

/** Every replica has a position of its own. */
export const bookmarkGoesBack = defineProxyFault({
  name: "bookmark-goes-back",
  summary: "Every bookmark of a stream names the version of its first one.",
  breaks: ["watch.bookmarks-never-go-back"],
  begin: changingEvents(() => {
    let first: ApiEvent | undefined;
    return (event) => {
      if (event.type !== "BOOKMARK") return [event];
      first ??= event;
      return [first];
    };
  }),
});
