import { defineFault } from "../../store/fault.ts";

/** The position is looked up for the first bookmark and kept for all others. */
export const bookmarkGoesBack = defineFault({
  name: "bookmark-goes-back",
  summary: "All bookmarks of a watch name the version of the first one.",
  breaks: ["watch.bookmarks-never-go-back", "watch.resumes-from-bookmark"],
  change: (rules) => {
    const first = new Map<number, number>();
    return {
      bookmark: (newest, watcher) => {
        const version = first.get(watcher.id) ?? newest;
        first.set(watcher.id, version);
        return rules.bookmark(version, watcher);
      },
    };
  },
});
