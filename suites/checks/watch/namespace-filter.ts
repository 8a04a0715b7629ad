import { keyOf } from "#contract";
import {
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  undecided,
  watchOf,
  writeSpecOrStatus,
  writeStatuses,
  vacuous,
} from "#harness";
import type { CheckContext, Finding, WatchObservation, Written } from "#harness";

const requirement = "watch.namespace-filter";

interface Side {
  readonly created: Written;
  readonly writes: readonly Written[];
  readonly watch: WatchObservation;
}

/**
 * Two tenants, each with a watch on its own namespace. The observations are empty for kinds that are not in two
 * namespaces.
 */
export const namespaceFilter = defineCheck<readonly Side[]>({
  id: "watch/namespace-filter",
  title: "A watch on one namespace delivers no events from another namespace",
  covers: [requirement],
  scope: "kind",
  features: ["watch.namespace"],
  verbs: ["watch"],

  async drive(context) {
    if (context.kind.namespaces.length < 2) return [];
    const fixtures = await Promise.all([0, 1].map((namespace) => context.fixture({ namespace })));
    const probes = await Promise.all(
      fixtures.map(({ key }) => context.watch(watchOf(context, key))),
    );
    await Promise.all(probes.map((probe) => probe.fence()));
    const writes = await Promise.all(fixtures.map((created) => writeBoth(context, created)));
    await Promise.all(probes.map((probe) => probe.fence()));
    const watches = await Promise.all(probes.map((probe) => probe.close()));
    return fixtures.flatMap(({ exchange, object }, index) => {
      const watch = watches[index];
      const created = { exchange, object };
      return watch === undefined ? [] : [{ created, writes: writes[index] ?? [], watch }];
    });
  },

  judge(sides) {
    if (sides.length === 0) {
      return vacuous([requirement], "objects of the kind are in fewer than two namespaces");
    }
    return sides.map((side) => judgeSide(side, sides));
  },
});

async function writeBoth(context: CheckContext, created: Written): Promise<readonly Written[]> {
  const [status = created] = await writeStatuses(context, created, [1]);
  return [status, await writeSpecOrStatus(context, status, 1)];
}

/**
 * Only foreign events violate the rule. Other requirements judge whether a watch delivers all events of its own
 * namespace. A watch without an event of its own object is inconclusive.
 */
function judgeSide(own: Side, sides: readonly Side[]): Finding {
  const { watch } = own;
  const home = keyOf(own.created.object);
  const got = sides.flatMap(({ created }) => eventsOf(watch.events, keyOf(created.object)));
  const foreign = got.length - eventsOf(watch.events, home).length;
  const evidence = exchangesOf(sides.flatMap(({ writes }) => writes));
  if (got.length === 0 && watch.reached) {
    const reason = `the watch on namespace ${watch.command.namespace} delivered no event for its own object either`;
    return undecided(requirement, reason, [watch.exchange, ...evidence]);
  }
  return givenDelivery(requirement, { watches: [watch], evidence }, () => ({
    holds: foreign === 0,
    expected: `the watch on namespace ${watch.command.namespace} delivers no event from another namespace`,
    actual: got
      .map(
        (event) =>
          `${describeEvents([event])} in ${event.object?.metadata.namespace ?? event.key?.namespace}`,
      )
      .join(", "),
  }));
}
