import { defineFault } from "../../store/fault.ts";

/** Bookmarks were added later, and nobody thought of the watchers that do not know them. */
export const bookmarkUnasked = defineFault({
  name: "bookmark-unasked",
  summary: "Every watch gets bookmarks, whether it asked for them or not.",
  breaks: ["watch.bookmarks-only-on-request"],
  change: (rules) => ({
    bookmark: (newest, watcher) => rules.bookmark(newest, { ...watcher, bookmarks: true }),
  }),
});
