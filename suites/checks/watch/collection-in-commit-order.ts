import {
  defineCheck,
  exchangesOf,
  givenOrder,
  versionsOf,
  watchOf,
  writeSpec,
  writeStatuses,
} from "#harness";
import type { Finding, WatchObservation, Written } from "#harness";

interface Observations {
  /** The writes to two objects, turn about, each sent after the reply to the one before. */
  readonly writes: readonly Written[];
  readonly watch: WatchObservation;
}

/** One writer, two objects, one watch over both. */
export const collectionInCommitOrder = defineCheck<Observations>({
  id: "watch/collection-in-commit-order",
  title: "The events of two objects arrive in the order in which they were written",
  covers: ["watch.collection-in-commit-order"],
  scope: "kind",
  verbs: ["watch"],

  async drive(context) {
    const [one, other] = await Promise.all([context.fixture(), context.fixture()]);
    await using probe = await context.watch(watchOf(context, one.key));
    await probe.fence();
    const [a = one] = await writeStatuses(context, one, [1]);
    const [b = other] = await writeStatuses(context, other, [1]);
    const c = await writeSpec(context, b, 1);
    const d = await writeSpec(context, a, 1);
    const [e = d] = await writeStatuses(context, d, [2]);
    const [f = c] = await writeStatuses(context, c, [2]);
    await probe.fence();
    return { writes: [a, b, c, d, e, f], watch: probe.observe() };
  },

  judge({ writes, watch }): readonly Finding[] {
    const versions = versionsOf(writes);
    const of = { watches: [watch], evidence: exchangesOf(writes) };
    // What else happens in the collection is told apart by its versions.
    const events = watch.events.filter((event) => versions.includes(event.resourceVersion));
    return [givenOrder("watch.collection-in-commit-order", of, { events, versions })];
  },
});
