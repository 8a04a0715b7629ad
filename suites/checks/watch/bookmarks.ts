import type { ResourceVersion, WatchCommand } from "#contract";
import { createWithCursor, cursorAfter, defineCheck, watchOf, writeStatuses } from "#harness";
import type { CheckContext, SeenEvent, WatchProbe } from "#harness";
import { isBookmark, judgeBookmarks } from "./judge-bookmarks.ts";
import type { BookmarkObservations, Resumption } from "./judge-bookmarks.ts";

/**
 * Opens a watch with bookmarks and one without, writes in two rounds with a bookmark after each, and resumes from each
 * of these bookmarks.
 */
export const bookmarks = defineCheck<BookmarkObservations>({
  id: "watch/bookmarks",
  title: "Bookmarks arrive on request, and a watch can resume from them",
  covers: [
    "watch.bookmarks-only-on-request",
    "watch.bookmark-covers-earlier-events",
    "watch.bookmarks-never-go-back",
    "watch.resumes-from-bookmark",
  ],
  scope: "kind",
  features: ["watch.bookmarks", "watch.resume"],
  verbs: ["watch"],

  async drive(context) {
    const { created, from: begin } = await createWithCursor(context);
    const from = { ...watchOf(context, created.key), ...begin };
    await using plain = await context.watch(from);
    await using asked = await context.watch({ ...from, bookmarks: true });
    const first = await writeStatuses(context, created, [1, 2]);
    const one = await nextBookmark(asked);
    const second = await writeStatuses(context, first.at(-1) ?? created, [3, 4]);
    const two = await nextBookmark(asked);

    const third = await writeStatuses(context, second.at(-1) ?? created, [5]);
    const resumptions = await Promise.all(
      [one, two].flatMap((bookmark) =>
        bookmark === undefined ? [] : [resume(context, from, bookmark)],
      ),
    );
    await Promise.all([plain.fence(), asked.fence()]);
    const writes = [created, ...first, ...second, ...third] as const;
    return { writes, asked: asked.observe(), plain: plain.observe(), resumptions };
  },

  judge: judgeBookmarks,
});

interface Bookmark {
  /** Index of the bookmark among the events of its watch. */
  readonly place: number;
  readonly resourceVersion: ResourceVersion;
}

/** The first bookmark that covers all preceding writes; undefined if none arrived. */
async function nextBookmark(probe: WatchProbe): Promise<Bookmark | undefined> {
  if (!(await probe.fence())) return undefined;
  const last = probe.observe().events.findLastIndex((event) => !isBookmark(event));
  const isNext = (event: SeenEvent, index: number): boolean => index > last && isBookmark(event);
  await probe.until((events) => events.some(isNext));
  const { events } = probe.observe();
  const place = events.findIndex(isNext);
  const bookmark = events[place];
  return bookmark && { place, resourceVersion: cursorAfter(bookmark) };
}

async function resume(
  context: CheckContext,
  from: WatchCommand,
  { place, resourceVersion }: Bookmark,
): Promise<Resumption> {
  const probe = await context.watch({ ...from, resourceVersion });
  await probe.fence();
  return { place, watch: await probe.close() };
}
