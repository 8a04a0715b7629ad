import { keyOf } from "#contract";
import {
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  otherLabelOf,
  undecided,
  watchOf,
  writeLabels,
  writeStatuses,
} from "#harness";
import type { Finding, WatchObservation, Written } from "#harness";

interface Observations {
  readonly within: readonly Written[];
  readonly exit: Written;
  readonly beyond: readonly Written[];
  readonly watch: WatchObservation;
}

/** Tests the declarations `selectorExit: modified` and `selectorExit: silent`. */
export const selectorExit = defineCheck<Observations>({
  id: "semantics/selector-exit",
  title: "A watch behaves as declared if an object stops matching the label selector of the watch",
  covers: ["semantics.selector-exit-is-modified", "semantics.selector-exit-is-silent"],
  scope: "kind",
  features: ["watch.selector", "labels.write"],
  verbs: ["watch", "update"],

  async drive(context) {
    const fixture = await context.fixture();
    await using probe = await context.watch(watchOf(context, fixture.key));
    await probe.fence();
    const within = await writeStatuses(context, fixture, [1]);
    const exit = await writeLabels(context, within.at(-1) ?? fixture, otherLabelOf(context));
    const beyond = await writeStatuses(context, exit, [2]);
    await probe.fence();
    return { within, exit, beyond, watch: probe.observe() };
  },

  judge: (observations) => [judgeModified(observations), judgeSilent(observations)],
});

function judgeModified(observations: Observations): Finding {
  const { exit, watch } = observations;
  const { resourceVersion } = exit.object.metadata;
  const events = eventsOf(watch.events, keyOf(exit.object));
  const shown = events.filter((event) => event.resourceVersion === resourceVersion);
  return givenDelivery("semantics.selector-exit-is-modified", deliveryOf(observations), () => ({
    holds: shown.length === 1 && shown[0]?.type === "MODIFIED" && events.at(-1) === shown[0],
    expected: `MODIFIED ${resourceVersion} as the last event, as declared (selectorExit: modified)`,
    actual: describeEvents(events),
  }));
}

function judgeSilent(observations: Observations): Finding {
  const requirement = "semantics.selector-exit-is-silent";
  const { within, exit, watch } = observations;
  const last = within.at(-1)?.object.metadata.resourceVersion;
  const start = last === undefined ? "the creation" : `version ${last}`;
  const events = eventsOf(watch.events, keyOf(exit.object));
  const before = new Set(within.map(({ object }) => object.metadata.resourceVersion));
  const late = events.filter(
    ({ type, resourceVersion }) =>
      type === "DELETED" || (type === "MODIFIED" && !before.has(resourceVersion)),
  );
  const delivery = deliveryOf(observations);
  if (late.length === 0 && events.at(-1)?.resourceVersion !== last) {
    return undecided(requirement, `the event for ${start} did not arrive`, delivery.evidence);
  }
  return givenDelivery(requirement, delivery, () => ({
    holds: late.length === 0,
    expected: `no events after ${start}, as declared (selectorExit: silent)`,
    actual: describeEvents(events),
  }));
}

function deliveryOf({ within, exit, beyond, watch }: Observations): {
  readonly watches: readonly WatchObservation[];
  readonly evidence: readonly number[];
} {
  return { watches: [watch], evidence: exchangesOf([...within, exit, ...beyond]) };
}
