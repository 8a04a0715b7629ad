import { resourceVersion } from "#contract";
import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** How many changes the cache is behind. */
const stepsBack = 20;

/** Bookmarks come from several caches, of which one is behind. */
export const bookmarkGoesBackOneIn20 = defineFault({
  name: "bookmark-goes-back-one-in-20",
  summary: "One bookmark in 20 names the version of the object that changed before the last one.",
  phase: "history",
  breaks: ["watch.bookmarks-never-go-back"],
  change: (rules) => {
    const isRare = oneIn(20);
    const versions: string[] = [];
    return {
      announce: (outcome) => {
        const entries = rules.announce(outcome);
        for (const { version } of entries) versions.push(String(version));
        return entries;
      },
      bookmark: (newest, watcher) => {
        const bookmark = rules.bookmark(newest, watcher);
        const older = versions.at(-stepsBack);
        if (bookmark === undefined || older === undefined || !isRare()) return bookmark;
        return { ...bookmark, resourceVersion: resourceVersion(older) };
      },
    };
  },
});
