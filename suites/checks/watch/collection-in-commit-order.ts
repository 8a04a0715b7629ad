import {
  defineCheck,
  exchangesOf,
  givenOrder,
  versionsOf,
  watchOf,
  writeSpecOrStatus,
  writeStatuses,
} from "#harness";
import type { Finding, WatchObservation, Written } from "#harness";

interface Observations {
  readonly writes: readonly Written[];
  readonly watch: WatchObservation;
}

export const collectionInCommitOrder = defineCheck<Observations>({
  id: "watch/collection-in-commit-order",
  title: "The events for two objects arrive in the order of the writes",
  covers: ["watch.collection-in-commit-order"],
  scope: "kind",
  verbs: ["watch"],

  async drive(context) {
    const [one, other] = await Promise.all([context.fixture(), context.fixture()]);
    await using probe = await context.watch(watchOf(context, one.key));
    await probe.fence();
    const [firstOfOne = one] = await writeStatuses(context, one, [1]);
    const [firstOfOther = other] = await writeStatuses(context, other, [1]);
    const secondOfOther = await writeSpecOrStatus(context, firstOfOther, 1);
    const secondOfOne = await writeSpecOrStatus(context, firstOfOne, 1);
    const thirdOfOne = await writeStatuses(context, secondOfOne, [2]);
    const thirdOfOther = await writeStatuses(context, secondOfOther, [2]);
    await probe.fence();
    const first = [firstOfOne, firstOfOther];
    const second = [secondOfOther, secondOfOne];
    const third = [...thirdOfOne, ...thirdOfOther];
    return { writes: [...first, ...second, ...third], watch: probe.observe() };
  },

  judge({ writes, watch }): readonly Finding[] {
    const versions = versionsOf(writes);
    const of = { watches: [watch], evidence: exchangesOf(writes) };
    // Ignores other objects in the collection. Their events have other versions.
    const events = watch.events.filter((event) => versions.includes(event.resourceVersion));
    return [givenOrder("watch.collection-in-commit-order", of, { events, versions })];
  },
});
