import { keyOf, resourceVersion } from "#contract";
import {
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  watchOf,
  writeStatuses,
} from "#harness";
import type { WatchObservation, Written } from "#harness";

interface Observations {
  readonly present: Written;
  readonly watch: WatchObservation;
}

const requirement = "watch.any-version-begins-with-state";

export const anyVersionBeginsWithState = defineCheck<Observations>({
  id: "watch/any-version-begins-with-state",
  title: "A watch from version 0 starts with the existing objects",
  covers: [requirement],
  scope: "kind",
  features: ["watch.anyVersion"],
  verbs: ["watch"],

  async drive(context) {
    const created = await context.fixture();
    const [present = created] = await writeStatuses(context, created, [1]);
    const any = resourceVersion("0");
    await using probe = await context.watch({
      ...watchOf(context, created.key),
      resourceVersion: any,
    });
    await probe.fence();
    return { present, watch: probe.observe() };
  },

  judge({ present, watch }) {
    const [first] = eventsOf(watch.events, keyOf(present.object));
    const of = { watches: [watch], evidence: exchangesOf([present]) };
    return [
      givenDelivery(requirement, of, () => ({
        // Any version is acceptable, so the initial state may be outdated; later events then update it.
        holds: first?.type === "ADDED",
        expected: "ADDED as the first event for an existing object",
        actual: describeEvents(first === undefined ? [] : [first]),
      })),
    ];
  },
});
