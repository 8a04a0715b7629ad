import { keyOf } from "#contract";
import {
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  givenResumption,
  undecided,
  versionsOf,
} from "#harness";
import type { Finding, SeenEvent, WatchObservation, Written } from "#harness";

/** A bookmark, and the watch that was opened from its version. */
export interface Resumption {
  /** Index of the bookmark among the events of the watch. */
  readonly place: number;
  readonly watch: WatchObservation;
}

export interface BookmarkObservations {
  /** The creation and all writes, in order. */
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

const covered = "no change that a bookmark covers arrives after it";

/**
 * Judges bookmarks. Versions are opaque, so the coverage of a bookmark is determined from the preceding events, and
 * from a watch that resumes from the bookmark.
 */
export function judgeBookmarks(observations: BookmarkObservations): readonly Finding[] {
  return [
    judgeRequest(observations),
    ...judgeOrder(observations),
    ...observations.resumptions.flatMap((resumption) => judgeResumption(observations, resumption)),
    ...judgeAbsence(observations),
  ];
}

export function isBookmark({ type }: SeenEvent): boolean {
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

/** Compares the bookmarks whose version belongs to a known write with the order of the writes. */
function judgeOrder({ writes, asked }: BookmarkObservations): readonly Finding[] {
  const versions = versionsOf(writes);
  const evidence = exchangesOf(writes);
  const placeOf = (event: SeenEvent): number => versions.indexOf(event.resourceVersion);
  return asked.events.flatMap((bookmark, index) => {
    const place = placeOf(bookmark);
    if (!isBookmark(bookmark) || place === -1) return [];
    const isWrite = (event: SeenEvent): boolean => !isBookmark(event) && placeOf(event) !== -1;
    // The next event suffices, because the order of events is judged by another requirement.
    const next = asked.events
      .slice(index + 1)
      .filter(isWrite)
      .slice(0, 1);
    const early = next.filter((event) => placeOf(event) <= place);
    const before = asked.events.slice(0, index).filter((event) => placeOf(event) > place);
    const told = `bookmark ${bookmark.resourceVersion}`;
    const of = { watches: [asked], evidence };
    return [
      givenDelivery(covers, of, () => ({
        holds: early.length === 0,
        expected: `${told} after all events up to its version`,
        actual: `followed by ${describeEvents(early)}`,
      })),
      givenDelivery(goesOn, of, () => ({
        holds: before.length === 0,
        expected: `${told} at a version no earlier than that of any previous event or bookmark`,
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
  // If changes are missing, either the bookmark or the resumed watch is wrong. Opaque versions cannot show which.
  const early = missing.length > 0 && asked.reached && watch.reached;
  return [
    early
      ? undecided(covers, `${where} omitted ${describeEvents(missing)}`, evidence)
      : givenDelivery(covers, of, () => ({ holds: true, expected: covered, actual: covered })),
    givenDelivery(goesOn, of, () => ({
      holds: older.length === 0,
      expected: `${where} delivers no changes from before the bookmark`,
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
  /** Repeated events, except for the last one before the resumed version. */
  readonly older: readonly SeenEvent[];
}

/**
 * The changes that a resumed watch skipped or repeated. Repetitions are checked for all objects, but gaps for only one,
 * because the two watches did not end at the same time.
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
    : "the watch that requested bookmarks did not deliver the sentinel";
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
