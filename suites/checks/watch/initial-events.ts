import { keyOf } from "#contract";
import {
  defineCheck,
  deleteObject,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  isSame,
  versionsOf,
  watchOf,
  writeStatuses,
  supports,
} from "#harness";
import type { CheckContext, Finding, SeenEvent, WatchObservation, Written } from "#harness";

const state = "watch.initial-events-are-current-state";
const end = "watch.initial-events-end-is-marked";

interface Observations {
  readonly present: readonly [Written, ...Written[]];
  /** Objects that were deleted before the watch was opened. Empty if the target cannot delete. */
  readonly gone: readonly Written[];
  readonly live: readonly Written[];
  readonly watch: WatchObservation;
}

export const initialEvents = defineCheck<Observations>({
  id: "watch/initial-events",
  title:
    "A watch with initial events delivers the existing objects, marks the end of these " +
    "events and continues",
  covers: [state, end],
  scope: "kind",
  features: ["watch.initialEvents"],
  verbs: ["watch"],

  async drive(context) {
    const [written, created, other] = await Promise.all([
      context.fixture(),
      context.fixture(),
      context.fixture(),
    ]);
    const [, reported = written] = await writeStatuses(context, written, [1, 2]);
    const gone = await remove(context, other);
    await using probe = await context.watch({
      ...watchOf(context, written.key),
      initialEvents: true,
      ...(supports(context, "watch.bookmarks") ? { bookmarks: true } : {}),
    });
    await probe.fence();
    const live = await writeStatuses(context, reported, [3, 4]);
    await probe.fence();
    return { present: [reported, created], gone, live, watch: probe.observe() };
  },

  judge: (observations) => [
    ...observations.present.map((present) => judgePresent(observations, present)),
    ...observations.gone.map((gone) => judgeGone(observations, gone)),
    judgeEnd(observations),
  ],
});

async function remove(
  context: CheckContext,
  object: Awaited<ReturnType<CheckContext["fixture"]>>,
): Promise<readonly Written[]> {
  if (!supports(context, "delete") || context.kind.operations.delete.length === 0) return [];
  await deleteObject(context, object.key);
  return [object];
}

/**
 * Requires one event with the object's state, and no other event until the object is written. Other requirements judge
 * later events.
 */
function judgePresent({ live, watch }: Observations, present: Written): Finding {
  const { resourceVersion } = present.object.metadata;
  const events = eventsOf(watch.events, keyOf(present.object));
  const later = new Set<string>(versionsOf(live));
  const change = events.findIndex(
    (event) => event.resourceVersion !== resourceVersion && later.has(event.resourceVersion),
  );
  const initial = change === -1 ? events : events.slice(0, change);
  const [first, ...rest] = initial;
  const of = { watches: [watch], evidence: exchangesOf([present]) };
  return givenDelivery(state, of, () => ({
    holds:
      rest.length === 0 &&
      first?.type === "ADDED" &&
      first.resourceVersion === resourceVersion &&
      differencesIn(present, first).length === 0,
    expected: `only an ADDED event for version ${resourceVersion}, with the stored object`,
    actual:
      `${describeEvents(initial)} ${first === undefined ? "" : differencesIn(present, first)}`.trim(),
  }));
}

/**
 * Describes whether the spec, the status or both differ between an event and the response. Other requirements judge a
 * spec or status that the response lacks.
 */
function differencesIn({ object: was }: Written, { object: is }: SeenEvent): string {
  const parts = (["spec", "status"] as const).filter(
    (part) => was[part] !== undefined && !isSame(was[part], is?.[part]),
  );
  return parts.length === 0 ? "" : `(with a different ${parts.join(" and ")})`;
}

function judgeGone({ watch }: Observations, gone: Written): Finding {
  const got = eventsOf(watch.events, keyOf(gone.object));
  const of = { watches: [watch], evidence: exchangesOf([gone]) };
  return givenDelivery(state, of, () => ({
    holds: got.length === 0,
    expected: "no event for an object that was deleted before the watch",
    actual: describeEvents(got),
  }));
}

function judgeEnd({ present, live, watch }: Observations): Finding {
  const marks = watch.events.filter((event) => event.initialEventsEnd === true);
  const place = watch.events.findIndex((event) => event.initialEventsEnd === true);
  const initial = placesOf(present, watch.events);
  const later = placesOf(live, watch.events).filter((index) => !initial.includes(index));
  const of = { watches: [watch], evidence: exchangesOf([...present, ...live]) };
  return givenDelivery(end, of, () => ({
    holds:
      marks.length === 1 &&
      marks[0]?.type === "BOOKMARK" &&
      initial.every((index) => index < place) &&
      later.every((index) => index > place),
    expected: "one marked bookmark after all existing objects and before all later events",
    actual: describeMarked(watch.events),
  }));
}

/** Returns the index of the first event with the version of each object. Other requirements judge repetitions. */
function placesOf(written: readonly Written[], events: readonly SeenEvent[]): readonly number[] {
  return written.flatMap(({ object: { metadata } }) => {
    const place = events.findIndex(
      ({ object, resourceVersion }) =>
        object?.metadata.name === metadata.name && resourceVersion === metadata.resourceVersion,
    );
    return place === -1 ? [] : [place];
  });
}

function describeMarked(events: readonly SeenEvent[]): string {
  return events
    .map((event) =>
      event.initialEventsEnd === true
        ? `marked ${describeEvents([event])}`
        : describeEvents([event]),
    )
    .join(", ");
}
