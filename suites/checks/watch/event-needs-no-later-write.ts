import { counted, keyOf } from "#contract";
import {
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  givenOrder,
  vacuous,
  versionsOf,
  watchOf,
  writeSpecOrStatus,
  writeStatuses,
} from "#harness";
import type {
  CheckContext,
  Finding,
  SeenEvent,
  WatchObservation,
  WatchProbe,
  Written,
} from "#harness";

interface Observations {
  readonly created: Written;
  /** A spec write and status writes through all mutations of the group, each after the event of the previous one. */
  readonly writes: readonly Written[];
  readonly late: readonly string[];
  /** Status writes in quick succession. Absent in records of earlier versions, and after a late event. */
  readonly rapid?: readonly Written[];
  readonly watch: WatchObservation;
}

/** Minimum number of status writes in sequence, because a server may delay only one event in five. */
const fewestWrites = 6;

/**
 * Number of rapid writes, and their duration in milliseconds. There are many, because only some writes may fall into an
 * interval in which a server merges events. On a slow network, a few show whatever writes at this pace can show.
 */
const rapidly = { most: 16, fewest: 4, forMs: 400 } as const;

/** A watch is slow if its first fence takes at least this share of the time limit for a fence. */
const slowShare = 0.1;

/**
 * Requires an idle target: under load, other writes would trigger events that a faulty watch delays until the next
 * write. Slow watches pass, because the check waits twice as long for their events as for a fence.
 */
export const eventNeedsNoLaterWrite = defineCheck<Observations>({
  id: "watch/event-needs-no-later-write",
  title: "On an idle target, events arrive without a later write and in the order of rapid writes",
  covers: ["watch.one-event-per-write", "watch.ordered"],
  scope: "status-write-group",
  verbs: ["watch"],
  isAlone: true,
  takesTurns: true,

  async drive(context) {
    const created = await context.fixture();
    await using probe = await context.watch(watchOf(context, created.key));
    const sentMs = performance.now();
    await probe.fence();
    const isSlow = performance.now() - sentMs > slowShare * context.limits.eventMs;
    const sent = await context.alone(() => writeOneByOne(context, { created, probe, isSlow }));
    await probe.fence();
    // A fence shows that no event follows only if the watch is ordered, so a late event is not yet missing.
    await probe.until((events) => missingFrom(events, versionsOf(sent.rapid)).length === 0);
    return { created, ...sent, watch: await probe.close() };
  },

  judge({ created, writes, late, rapid = [], watch }) {
    const of = { watches: [watch], evidence: exchangesOf([created, ...writes]) };
    const events = eventsOf(watch.events, keyOf(created.object));
    return [
      givenDelivery("watch.one-event-per-write", of, () => ({
        holds: late.length === 0,
        expected: `on an idle target, one event for each write (versions ${versionsOf(writes).join(", ")})`,
        actual: describeLate(late, events),
        instances: writes.length,
      })),
      ...(rapid.length === 0
        ? vacuous(["watch.ordered"], "an event was late, so no rapid writes were sent")
        : judgeRapid({ created, rapid, watch })),
    ];
  },
});

interface Watched {
  readonly created: Written;
  readonly probe: WatchProbe;
  readonly isSlow: boolean;
}

/** Writes after the event for each previous write, and then in quick succession unless an event was late. */
async function writeOneByOne(
  context: CheckContext,
  { created, probe, isSlow }: Watched,
): Promise<Pick<Observations, "late" | "writes"> & Required<Pick<Observations, "rapid">>> {
  const late: string[] = [];
  const writes: Written[] = [];
  const { vias } = context;
  const counts = Array.from(
    { length: Math.max(fewestWrites, vias.length) },
    (_, index) => index + 1,
  );
  const write = async (last: Written, count: number): Promise<Written> => {
    const via = vias[count % vias.length] ?? context.via;
    const [written = last] = await writeStatuses({ ...context, via }, last, [count]);
    return written;
  };
  for (const turn of ["spec", ...counts] as const) {
    const last = writes.at(-1) ?? created;
    const written =
      turn === "spec" ? await writeSpecOrStatus(context, last, 1) : await write(last, turn);
    writes.push(written);
    if ((await isSeen(probe, written)) || (isSlow && (await isSeen(probe, written)))) continue;
    late.push(written.object.metadata.resourceVersion);
    break;
  }
  // Other cases would slow these writes down, so that a server with a short interval would not merge their events.
  const rapid: Written[] = [];
  const begunMs = performance.now();
  const isEnough = (): boolean =>
    rapid.length >= rapidly.most ||
    (rapid.length >= rapidly.fewest && performance.now() - begunMs > rapidly.forMs);
  while (late.length === 0 && !isEnough()) {
    const last = rapid.at(-1) ?? writes.at(-1) ?? created;
    rapid.push(await write(last, counts.length + rapid.length + 1));
  }
  return { writes, late, rapid };
}

function judgeRapid({
  created,
  rapid,
  watch,
}: Pick<Observations, "created" | "watch"> &
  Required<Pick<Observations, "rapid">>): readonly Finding[] {
  const of = { watches: [watch], evidence: exchangesOf([created, ...rapid]) };
  const events = eventsOf(watch.events, keyOf(created.object));
  const versions = versionsOf(rapid);
  const missing = missingFrom(events, versions);
  return [
    givenDelivery("watch.one-event-per-write", of, () => ({
      holds: missing.length === 0,
      expected: `one event for each of ${counted(rapid.length, "rapid write")}`,
      actual: `missing versions: ${missing.join(", ")}; received: ${describeEvents(events)}`,
      instances: rapid.length,
    })),
    givenOrder("watch.ordered", of, { events, versions }),
  ];
}

function missingFrom(events: readonly SeenEvent[], versions: readonly string[]): readonly string[] {
  const seen = new Set<string>(events.map(({ resourceVersion }) => resourceVersion));
  return versions.filter((version) => !seen.has(version));
}

function isSeen(probe: WatchProbe, { object }: Written): Promise<boolean> {
  const { resourceVersion } = object.metadata;
  const isOf = (event: SeenEvent): boolean => event.resourceVersion === resourceVersion;
  return probe.until((events) => events.some(isOf));
}

function describeLate(late: readonly string[], events: readonly SeenEvent[]): string {
  const never = missingFrom(events, late);
  const came = late.filter((version) => !never.includes(version));
  return [
    ...(came.length === 0
      ? []
      : [`versions that arrived only after another write: ${came.join(", ")}`]),
    ...(never.length === 0
      ? []
      : [`missing versions: ${never.join(", ")}; received: ${describeEvents(events)}`]),
  ].join("; ");
}
