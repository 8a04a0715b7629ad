import { keyOf } from "#contract";
import {
  awaitRemoval,
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  supports,
  undecided,
  watchOf,
  writeSpecOrStatus,
  writeStatuses,
  vacuous,
} from "#harness";
import type {
  CheckContext,
  Finding,
  Fixture,
  SeenEvent,
  WatchObservation,
  Written,
} from "#harness";

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
  title: "A watch on one namespace delivers no event of any type from another namespace",
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
    await deleteAll(context, fixtures);
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

/** Some servers filter deletions differently, because the object no longer exists. */
async function deleteAll(context: CheckContext, fixtures: readonly Fixture[]): Promise<void> {
  if (!supports(context, "delete") || context.kind.operations.delete.length === 0) return;
  await Promise.all(
    fixtures.map(async ({ key }) => {
      await context.call({ verb: "delete", identity: "author", key });
      await awaitRemoval(context, key);
    }),
  );
}

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
  const events = eventsOf(watch.events, home);
  const foreign = watch.events.filter((event) => {
    const namespace = namespaceOf(event);
    return namespace !== undefined && namespace !== home.namespace;
  });
  const evidence = exchangesOf(sides.flatMap(({ writes }) => writes));
  if (events.length === 0 && foreign.length === 0 && watch.reached) {
    const reason = `the watch on namespace ${watch.command.namespace} delivered no event for its own object either`;
    return undecided(requirement, reason, [watch.exchange, ...evidence]);
  }
  return givenDelivery(requirement, { watches: [watch], evidence }, () => ({
    holds: foreign.length === 0,
    expected: `the watch on namespace ${watch.command.namespace} delivers no event from another namespace`,
    actual: [...events, ...foreign]
      .map((event) => `${describeEvents([event])} in ${namespaceOf(event)}`)
      .join(", "),
  }));
}

function namespaceOf({ object, key }: SeenEvent): string | undefined {
  return (object?.metadata ?? key)?.namespace;
}
