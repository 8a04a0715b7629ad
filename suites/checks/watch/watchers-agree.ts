import { keyOf } from "#contract";
import type { IdentityName } from "#contract";
import {
  defineCheck,
  describeEvents,
  differencesBetween,
  eventsOf,
  exchangesOf,
  givenDelivery,
  watchOf,
  writeSpecOrStatus,
  writeStatuses,
} from "#harness";
import type { Finding, SeenEvent, SettledEvents, WatchObservation, Written } from "#harness";

interface Observations {
  readonly created: Written;
  readonly writes: readonly Written[];
  /** The controller's watch. All cases share it. */
  readonly shared: SettledEvents;
  /** Watches of other clients, opened before the object was created. */
  readonly others: readonly WatchObservation[];
}

export const watchersAgree = defineCheck<Observations>({
  id: "watch/watchers-agree",
  title: "All watches deliver the same events for an object in the same order",
  covers: ["watch.watchers-agree"],
  scope: "kind",
  verbs: ["watch"],

  async drive(context) {
    const { name: kind, namespaces } = context.kind;
    const [namespace] = namespaces;
    const command = watchOf(context, { kind, ...(namespace === undefined ? {} : { namespace }) });
    const may = (identity: IdentityName): boolean => context.target.identities.includes(identity);
    const identities = (["author", "controller", "reader"] as const).filter(may);
    const probes = await Promise.all(
      identities.map((identity) => context.watch({ ...command, identity })),
    );
    await Promise.all(probes.map((probe) => probe.fence()));
    const created = await context.fixture();
    const statuses = await writeStatuses(context, created, [1, 2]);
    const spec = await writeSpecOrStatus(context, statuses.at(-1) ?? created, 1);
    const last = await writeStatuses(context, spec, [3]);
    await Promise.all(probes.map((probe) => probe.fence()));
    const shared = await context.settle(created.key);
    const others = await Promise.all(probes.map((probe) => probe.close()));
    return { created, writes: [...statuses, spec, ...last], shared, others };
  },

  judge: (observations) => observations.others.map((other) => judgePair(observations, other)),
});

function judgePair({ created, writes, shared }: Observations, other: WatchObservation): Finding {
  const key = keyOf(created.object);
  const expected = eventsOf(shared.events, key);
  const actual = eventsOf(other.events, key);
  const evidence = exchangesOf([created, ...writes]);
  const differences = differencesBetween(expected.map(withoutTime), actual.map(withoutTime));
  return givenDelivery("watch.watchers-agree", { watches: [shared, other], evidence }, () => ({
    holds: differences.length === 0,
    expected: `the events that another watch received: ${describeEvents(expected)}`,
    actual: `the watch by ${other.command.identity} received ${describeEvents(actual)} (${differences.join("; ")})`,
    instances: expected.length,
  }));
}

function withoutTime({ type, resourceVersion, object }: SeenEvent): unknown {
  return { type, resourceVersion, object };
}
