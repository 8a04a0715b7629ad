import type { ResourceVersion, WatchCommand } from "#contract";
import {
  createWithCursor,
  cursorAfter,
  defineCheck,
  watchOf,
  writeStatuses,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  givenResumption,
  undecided,
  versionsOf,
} from "#harness";
import type {
  CheckContext,
  SeenEvent,
  WatchProbe,
  Finding,
  WatchObservation,
  Written,
} from "#harness";
import { keyOf } from "#contract";

export interface Resumption {
  readonly place: number;
  readonly watch: WatchObservation;
}

interface BookmarkObservations {
  readonly writes: readonly [Written, ...Written[]];
  /** The watch that requested bookmarks. */
  readonly asked: WatchObservation;
  readonly plain: WatchObservation;
  readonly resumptions: readonly Resumption[];
}

const requested = "watch.bookmarks-only-on-request";
const covers = "watch.bookmark-covers-earlier-events";
const goesOn = "watch.bookmarks-never-go-back";
const resumes = "watch.resumes-from-bookmark";

const covered = "no change arrives after a bookmark that covers it";

/**
 * Versions are opaque. The preceding events, and a watch that resumes from the bookmark, determine what a bookmark
 * covers.
 */
function judgeBookmarks(observations: BookmarkObservations): readonly Finding[] {
  return [
    judgeRequest(observations),
    ...judgeOrder(observations),
    ...observations.resumptions.flatMap((resumption) => judgeResumption(observations, resumption)),
    ...judgeAbsence(observations),
  ];
}

function isBookmark({ type }: SeenEvent): boolean {
  return type === "BOOKMARK";
}

function judgeRequest({ asked, plain }: BookmarkObservations): Finding {
  const unasked = plain.events.filter(isBookmark);
  const count = asked.events.filter(isBookmark).length;
  return givenDelivery(requested, { watches: [asked, plain], evidence: [] }, () => ({
    holds: unasked.length === 0,
    expected: "no bookmark on a watch that did not request any",
    actual: describeEvents(unasked),
    // If the other watch received no bookmarks either, the rule was not exercised.
    instances: count,
  }));
}

function judgeOrder({ writes, asked }: BookmarkObservations): readonly Finding[] {
  const versions = versionsOf(writes);
  const evidence = exchangesOf(writes);
  const placeOf = (event: SeenEvent): number =>
    event.isUnversioned === true ? -1 : versions.indexOf(event.resourceVersion);
  return asked.events.flatMap((bookmark, index) => {
    const place = placeOf(bookmark);
    if (!isBookmark(bookmark) || place === -1) return [];
    const isWrite = (event: SeenEvent): boolean => !isBookmark(event) && placeOf(event) !== -1;
    // The next event is sufficient, because another requirement judges the order of events.
    const next = asked.events
      .slice(index + 1)
      .filter(isWrite)
      .slice(0, 1);
    const early = next.filter((event) => placeOf(event) <= place);
    const before = asked.events.slice(0, index).filter((event) => placeOf(event) > place);
    const described = `bookmark ${bookmark.resourceVersion}`;
    const of = { watches: [asked], evidence };
    return [
      givenDelivery(covers, of, () => ({
        holds: early.length === 0,
        expected: `${described} comes after all events up to its version`,
        actual: `followed by ${describeEvents(early)}`,
      })),
      givenDelivery(goesOn, of, () => ({
        holds: before.length === 0,
        expected: `${described} has a version no older than that of any earlier event or bookmark`,
        actual: `preceded by ${describeEvents(before)}`,
      })),
    ];
  });
}

function judgeResumption(
  observations: BookmarkObservations,
  resumption: Resumption,
): readonly Finding[] {
  const { writes, asked } = observations;
  const { place, watch } = resumption;
  const evidence = [asked.exchange, ...exchangesOf(writes), watch.exchange];
  const where = `a watch from bookmark ${watch.command.resourceVersion}`;
  const { missing, repeated, older } = compare(observations, resumption);
  const of = { watches: [asked, watch], evidence: exchangesOf(writes) };
  // If changes are missing, either the bookmark or the resumed watch is wrong. Opaque versions do not show which.
  const early = missing.length > 0 && asked.reached && watch.reached;
  return [
    early
      ? undecided(covers, `${where} skipped ${describeEvents(missing)}`, evidence)
      : givenDelivery(covers, of, () => ({ holds: true, expected: covered, actual: covered })),
    givenDelivery(goesOn, of, () => ({
      holds: older.length === 0,
      expected: `${where} does not deliver changes that precede the bookmark`,
      actual: `delivered again: ${describeEvents(repeated)}`,
    })),
    givenResumption(resumes, { ...of, mayExpire: false }, () => ({
      holds: missing.length + repeated.length === 0,
      expected: `${where} delivers exactly the changes after the bookmark at position ${place}`,
      actual: `missing: ${describeEvents(missing)}; delivered again: ${describeEvents(repeated)}`,
    })),
  ];
}

interface Comparison {
  readonly missing: readonly SeenEvent[];
  readonly repeated: readonly SeenEvent[];
  /** Repeated events, except for the last event before the resumed version. */
  readonly older: readonly SeenEvent[];
}

/**
 * Returns the changes that a resumed watch skipped or repeated. Checks all objects for repetitions, but only one for
 * gaps, because the two watches did not end at the same time.
 */
function compare(
  { writes, asked }: BookmarkObservations,
  { place, watch }: Resumption,
): Comparison {
  const after = eventsOf(asked.events.slice(place + 1), keyOf(writes[0].object));
  const before = asked.events.slice(0, place);
  const last = before.filter((event) => !isBookmark(event)).slice(-1);
  const repeated = watch.events.filter((event) => includes(before, event));
  return {
    missing: after.filter((event) => !includes(watch.events, event)),
    repeated,
    older: repeated.filter((event) => !includes(last, event)),
  };
}

/** Leaves the requirements undecided if no bookmark arrived, because bookmarks are optional. */
function judgeAbsence({ asked, resumptions }: BookmarkObservations): readonly Finding[] {
  if (resumptions.length > 0) return [];
  const reason = asked.reached
    ? "no bookmark arrived after the writes"
    : "the watch that requested bookmarks did not deliver the sentinel event";
  return ([covers, goesOn, resumes] as const).map((requirement) =>
    undecided(requirement, reason, [asked.exchange]),
  );
}

function includes(events: readonly SeenEvent[], wanted: SeenEvent): boolean {
  const name = wanted.object?.metadata.name;
  return events.some(
    ({ object, resourceVersion }) =>
      object?.metadata.name === name &&
      name !== undefined &&
      resourceVersion === wanted.resourceVersion,
  );
}

/**
 * Opens a watch with bookmarks and a watch without bookmarks. Writes in two rounds with a bookmark after each, and in a
 * third round without a bookmark. Then resumes from each bookmark, and again from the first one.
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
    const resumed = await Promise.all(
      [one, two].flatMap((bookmark) =>
        bookmark === undefined ? [] : [resume(context, from, bookmark)],
      ),
    );
    // Clients can use a token more than once.
    const again = one === undefined ? [] : [await resume(context, from, one)];
    const resumptions = [...resumed, ...again];
    await Promise.all([plain.fence(), asked.fence()]);
    const writes = [created, ...first, ...second, ...third] as const;
    return { writes, asked: asked.observe(), plain: plain.observe(), resumptions };
  },

  judge: judgeBookmarks,
});

interface Bookmark {
  readonly place: number;
  readonly resourceVersion: ResourceVersion;
}

/** Waits for the first bookmark that covers all preceding writes; undefined if none arrived. */
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
