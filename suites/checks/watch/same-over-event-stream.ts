import { keyOf } from "#contract";
import type { WatchCommand } from "#contract";
import {
  createWithCursor,
  defineCheck,
  deleteObject,
  describeEvents,
  differencesBetween,
  eventsOf,
  exchangesOf,
  givenDelivery,
  watchOf,
  writeSpecOrStatus,
  writeStatuses,
  supports,
} from "#harness";
import type { CheckContext, Finding, WatchObservation, WatchProbe, Written } from "#harness";

const requirement = "watch.watchers-agree";

/** Two watches with the same scope, over the default transport and over server-sent events. */
interface Pair {
  readonly usual: WatchObservation;
  readonly stream: WatchObservation;
}

interface Observations {
  readonly created: Written;
  readonly writes: readonly Written[];
  /**
   * The first pair is opened before the object is created. The second pair is opened afterwards, from a version before
   * the creation.
   */
  readonly pairs: readonly Pair[];
}

export const sameOverEventStream = defineCheck<Observations>({
  id: "watch/same-over-event-stream",
  title: "A watch over server-sent events delivers the same events as the primary transport",
  covers: [requirement],
  scope: "kind",
  features: ["watch.serverSentEvents", "watch.resume"],
  verbs: ["watch"],

  async drive(context) {
    const { created: before, from } = await createWithCursor(context);
    const where = watchOf(context, before.key);
    const live = await openBoth(context, where);
    const created = await context.fixture();
    const writes = await change(context, created);
    const resumed = await openBoth(context, { ...where, ...from });
    const pairs = await Promise.all([live, resumed].map(closeBoth));
    return { created, writes, pairs };
  },

  judge: (observations) => observations.pairs.map((pair) => judgePair(observations, pair)),
});

type Probes = readonly [usual: WatchProbe, stream: WatchProbe];

async function openBoth(context: CheckContext, command: WatchCommand): Promise<Probes> {
  const probes = await Promise.all([
    context.watch(command),
    context.watch({ ...command, channel: "events" }),
  ]);
  await Promise.all(probes.map((probe) => probe.fence()));
  return probes;
}

async function closeBoth(probes: Probes): Promise<Pair> {
  await Promise.all(probes.map((probe) => probe.fence()));
  const [usual, stream] = probes;
  return { usual: await usual.close(), stream: await stream.close() };
}

async function change(context: CheckContext, created: Written): Promise<readonly Written[]> {
  const statuses = await writeStatuses(context, created, [1, 2]);
  const spec = await writeSpecOrStatus(context, statuses.at(-1) ?? created, 1);
  const last = await writeStatuses(context, spec, [3]);
  if (supports(context, "delete") && context.kind.operations.delete.length > 0) {
    await deleteObject(context, keyOf(created.object));
  }
  return [...statuses, spec, ...last];
}

function judgePair({ created, writes }: Observations, { usual, stream }: Pair): Finding {
  const key = keyOf(created.object);
  const [expected, actual] = [usual, stream].map((watch) =>
    // Arrival times and cursors differ from watch to watch.
    eventsOf(watch.events, key).map(({ arrivedMs: _arrived, cursor: _cursor, ...event }) => event),
  );
  const evidence = exchangesOf([created, ...writes]);
  const differences = differencesBetween(expected, actual);
  return givenDelivery(requirement, { watches: [usual, stream], evidence }, () => ({
    holds: differences.length === 0,
    expected: `the events of the primary transport: ${describeEvents(expected ?? [])}`,
    actual: `server-sent events delivered ${describeEvents(actual ?? [])} (${differences.join("; ")})`,
    instances: expected?.length ?? 0,
  }));
}
