import { keyOf } from "#contract";
import {
  defineCheck,
  describeEvents,
  earlierLife,
  eventsOf,
  exchangesOf,
  givenDelivery,
  undecided,
  versionsOf,
  otherLabelOf,
  watchOf,
  withoutEarlierLife,
  writeLabels,
  writeSpecOrStatus,
  writeStatuses,
} from "#harness";
import type {
  CheckContext,
  EarlierLife,
  Finding,
  SeenEvent,
  WatchObservation,
  Written,
} from "#harness";

interface Observations {
  readonly inside: readonly Written[];
  readonly outside: readonly [Written, ...Written[]];
  /** The life of the other object before the watch was opened. */
  readonly earlier?: EarlierLife;
  readonly watch: WatchObservation;
  /** A watch without a selector. It shows whether the selector causes a missing event. */
  readonly unlimited?: WatchObservation;
}

const requirement = "watch.selector-filter";

export const selectorFilter = defineCheck<Observations>({
  id: "watch/selector-filter",
  title: "A watch with a label selector delivers matching objects and no others",
  covers: [requirement],
  scope: "kind",
  features: ["watch.selector", "labels.write"],
  verbs: ["watch", "update"],

  async drive(context) {
    const [matching, fixture] = await Promise.all([context.fixture(), context.fixture()]);
    const other = await writeLabels(context, fixture, otherLabelOf(context));
    const { selector: _all, ...everything } = watchOf(context, matching.key);
    await using probe = await context.watch(watchOf(context, matching.key));
    await using control = await context.watch(everything);
    await Promise.all([probe.fence(), control.fence()]);
    const [inside, outside] = await Promise.all([
      writeBoth(context, matching),
      writeBoth(context, other),
    ]);
    await Promise.all([probe.fence(), control.fence()]);
    return {
      inside,
      outside: [other, ...outside],
      earlier: earlierLife(fixture, other),
      watch: probe.observe(),
      unlimited: control.observe(),
    };
  },

  judge({ inside, outside, earlier, watch, unlimited }): readonly Finding[] {
    const [matching = outside[0]] = inside;
    const shown = eventsOf(watch.events, keyOf(outside[0].object));
    const foreign = withoutEarlierLife(shown, earlier);
    const got = [...eventsOf(watch.events, keyOf(matching.object)), ...foreign];
    const wanted = versionsOf(inside);
    const missing = wanted.filter((version) => !hasVersion(got, version));
    const evidence = exchangesOf([...inside, ...outside]);
    const lost = unlimited?.reached === true ? missingFrom(unlimited, missing) : [];
    if (foreign.length === 0 && lost.length > 0 && watch.reached) {
      const reason = `the events for versions ${lost.join(", ")} did not arrive on a watch without a selector either`;
      return [undecided(requirement, reason, [watch.exchange, ...evidence])];
    }
    return [
      givenDelivery(requirement, { watches: [watch], evidence }, () => ({
        holds: foreign.length === 0 && missing.length === 0,
        expected: `only the events for versions ${wanted.join(", ")} of the matching object, and none for the other object`,
        actual: describeEvents(got),
        instances: wanted.length,
      })),
    ];
  },
});

function hasVersion(events: readonly SeenEvent[], version: string): boolean {
  return events.some(({ resourceVersion }) => resourceVersion === version);
}

function missingFrom(watch: WatchObservation, versions: readonly string[]): readonly string[] {
  return versions.filter((version) => !hasVersion(watch.events, version));
}

async function writeBoth(context: CheckContext, from: Written): Promise<readonly Written[]> {
  const [status = from] = await writeStatuses(context, from, [1]);
  return [status, await writeSpecOrStatus(context, status, 1)];
}
