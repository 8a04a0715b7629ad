import { keyOf } from "#contract";
import {
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  rest,
  versionsOf,
  watchOf,
  writeStatuses,
} from "#harness";
import type { WatchObservation, Written } from "#harness";

interface Observations {
  readonly created: Written;
  readonly writes: readonly Written[];
  readonly watch: WatchObservation;
}

export const restedWatchGoesOn = defineCheck<Observations>({
  id: "watch/rested-watch-goes-on",
  title: "A watch that was idle for a while delivers all later events",
  covers: ["watch.no-gap"],
  scope: "kind",
  verbs: ["watch"],

  async drive(context) {
    const created = await context.fixture();
    await using probe = await context.watch(watchOf(context, created.key));
    await probe.fence();
    await rest(context);
    const writes = await writeStatuses(context, created, [1, 2, 3]);
    await probe.fence();
    return { created, writes, watch: await probe.close() };
  },

  judge({ created, writes, watch }) {
    const of = { watches: [watch], evidence: exchangesOf([created, ...writes]) };
    const wanted = versionsOf(writes);
    const events = eventsOf(watch.events, keyOf(created.object));
    const missing = wanted.filter((version) =>
      events.every(({ resourceVersion }) => resourceVersion !== version),
    );
    return [
      givenDelivery("watch.no-gap", of, () => ({
        holds: missing.length === 0,
        expected: `after an idle period, the events for versions ${wanted.join(", ")}`,
        actual: `missing versions: ${missing.join(", ")}; received: ${describeEvents(events)}`,
      })),
    ];
  },
});
