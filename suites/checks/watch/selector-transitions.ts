import { keyOf } from "#contract";
import {
  defineCheck,
  describeEvents,
  earlierLife,
  eventsOf,
  exchangesOf,
  givenDelivery,
  isSame,
  otherLabelOf,
  watchOf,
  withoutEarlierLife,
  writeLabels,
  writeStatuses,
} from "#harness";
import type { EarlierLife, Finding, SeenEvent, WatchObservation, Written } from "#harness";

interface Observations {
  /** The life of the object before the watch was opened. */
  readonly earlier?: EarlierLife;
  readonly entry: Written;
  readonly within: readonly Written[];
  readonly exit: Written;
  readonly beyond: readonly Written[];
  readonly watch: WatchObservation;
}

export const selectorTransitions = defineCheck<Observations>({
  id: "watch/selector-transitions",
  title:
    "An object that starts to match a selector causes an ADDED event, and an object that stops " +
    "matching causes a DELETED event",
  covers: [
    "watch.selector-entry-is-added",
    "watch.selector-exit-is-deleted",
    "watch.selector-exit-shows-last-match",
  ],
  scope: "kind",
  features: ["watch.selector", "watch.selectorTransitions", "labels.write"],
  verbs: ["watch", "update"],

  async drive(context) {
    const fixture = await context.fixture();
    const outside = await writeLabels(context, fixture, otherLabelOf(context));
    await using probe = await context.watch(watchOf(context, fixture.key));
    await probe.fence();
    const [before = outside] = await writeStatuses(context, outside, [1]);
    const entry = await writeLabels(context, before, context.label);
    const within = await writeStatuses(context, entry, [2]);
    const exit = await writeLabels(context, within.at(-1) ?? entry, otherLabelOf(context));
    const beyond = await writeStatuses(context, exit, [3]);
    await probe.fence();
    const earlier = earlierLife(fixture, outside);
    return { earlier, entry, within, exit, beyond, watch: probe.observe() };
  },

  judge: (observations) => [
    judgeEntry(observations),
    judgeExit(observations),
    judgeLastMatch(observations),
  ],
});

function eventsIn({ earlier, entry, watch }: Observations): readonly SeenEvent[] {
  return withoutEarlierLife(eventsOf(watch.events, keyOf(entry.object)), earlier);
}

function judgeEntry(observations: Observations): Finding {
  const { entry, watch } = observations;
  const [first, ...rest] = eventsIn(observations);
  const { resourceVersion } = entry.object.metadata;
  const of = { watches: [watch], evidence: evidenceOf(observations) };
  const isAdded = first?.type === "ADDED" && first.resourceVersion === resourceVersion;
  return givenDelivery("watch.selector-entry-is-added", of, () => ({
    holds: isAdded && rest.every((event) => event.type !== "ADDED"),
    expected: `ADDED ${resourceVersion}, as the first event of the object and only once`,
    actual: describeEvents(first === undefined ? [] : [first, ...rest]),
  }));
}

function judgeExit(observations: Observations): Finding {
  const { exit, watch } = observations;
  const events = eventsIn(observations);
  const deleted = events.filter((event) => event.type === "DELETED");
  const of = { watches: [watch], evidence: evidenceOf(observations) };
  return givenDelivery("watch.selector-exit-is-deleted", of, () => ({
    // The event may contain either the last matching state or the first state that does not match.
    holds: deleted.length === 1 && events.at(-1) === deleted[0],
    expected: `one DELETED event for version ${exit.object.metadata.resourceVersion}, and nothing after it`,
    actual: describeEvents(events),
  }));
}

function judgeLastMatch(observations: Observations): Finding {
  const { entry, within, exit, watch } = observations;
  const deleted = eventsIn(observations).find((event) => event.type === "DELETED");
  const { labels } = (within.at(-1) ?? entry).object.metadata;
  const { resourceVersion } = exit.object.metadata;
  const shown = deleted?.object?.metadata.labels;
  const of = { watches: [watch], evidence: evidenceOf(observations) };
  return givenDelivery("watch.selector-exit-shows-last-match", of, () => ({
    // Another requirement judges missing events.
    holds:
      deleted === undefined ||
      (isSame(shown, labels) && deleted.resourceVersion === resourceVersion),
    ...(deleted === undefined
      ? { instances: 0, note: "the watch delivered no DELETED event for the object" }
      : { instances: 1 }),
    expected: `DELETED ${resourceVersion} with the labels ${JSON.stringify(labels ?? null)}`,
    actual: `${describeEvents(deleted === undefined ? [] : [deleted])} with the labels ${JSON.stringify(shown ?? null)}`,
  }));
}

function evidenceOf({ entry, within, exit, beyond }: Observations): readonly number[] {
  return exchangesOf([entry, ...within, exit, ...beyond]);
}
