import { keyOf } from "#contract";
import {
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  isLimitedTo,
  versionsOf,
  otherLabelOf,
  watchOf,
  writeLabels,
  writeSpecOrStatus,
  writeStatuses,
} from "#harness";
import type { CheckContext, Finding, WatchObservation, Written } from "#harness";

interface Observations {
  readonly inside: readonly Written[];
  readonly outside: readonly [Written, ...Written[]];
  readonly watch: WatchObservation;
}

export const selectorFilter = defineCheck<Observations>({
  id: "watch/selector-filter",
  title: "A watch with a label selector delivers matching objects and no others",
  covers: ["watch.selector-filter"],
  scope: "kind",
  features: ["watch.selector", "labels.write"],
  verbs: ["watch", "update"],

  async drive(context) {
    const [matching, fixture] = await Promise.all([context.fixture(), context.fixture()]);
    const other = await writeLabels(context, fixture, otherLabelOf(context));
    await using probe = await context.watch(watchOf(context, matching.key));
    await probe.fence();
    const [inside, outside] = await Promise.all([
      writeBoth(context, matching),
      writeBoth(context, other),
    ]);
    await probe.fence();
    return { inside, outside: [other, ...outside], watch: probe.observe() };
  },

  judge({ inside, outside, watch }): readonly Finding[] {
    const keys = [...inside.slice(0, 1), outside[0]].map(({ object }) => keyOf(object));
    const got = keys.flatMap((key) => eventsOf(watch.events, key));
    const wanted = versionsOf(inside);
    const of = { watches: [watch], evidence: exchangesOf([...inside, ...outside]) };
    return [
      givenDelivery("watch.selector-filter", of, () => ({
        holds: keys[0] !== undefined && isLimitedTo(keys[0], wanted, got),
        expected: `only the events for versions ${wanted.join(", ")} of the matching object, and none for the other object`,
        actual: describeEvents(got),
        instances: wanted.length,
      })),
    ];
  },
});

async function writeBoth(context: CheckContext, from: Written): Promise<readonly Written[]> {
  const [status = from] = await writeStatuses(context, from, [1]);
  return [status, await writeSpecOrStatus(context, status, 1)];
}
