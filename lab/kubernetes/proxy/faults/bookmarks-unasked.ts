import { bookmarkAfter } from "../offer-bookmarks.ts";
import { changingEvents, defineProxyFault, isAboutState } from "../proxy-fault.ts";

/** Positions are useful to everybody. */
export const bookmarksUnasked = defineProxyFault({
  name: "bookmarks-unasked",
  summary: "A watch gets bookmarks that it did not ask for.",
  breaks: ["watch.bookmarks-only-on-request"],
  begin: changingEvents(
    () => (event) => (isAboutState(event) ? [event, bookmarkAfter(event)] : [event]),
  ),
});
