import { keyOf } from "#contract";
import {
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  versionsOf,
  watchOf,
  writeSpecOrStatus,
  writeStatuses,
} from "#harness";
import type { SeenEvent, WatchObservation, WatchProbe, Written } from "#harness";

interface Observations {
  readonly created: Written;
  readonly writes: readonly Written[];
  readonly late: readonly string[];
  readonly watch: WatchObservation;
}

/**
 * Writes in sequence: a status with this counter, or a spec. There are several, because a server may delay one event in
 * five.
 */
const turns = [1, "spec", 2, 3, 4, 5, 6] as const;

/** A watch is slow if its first fence takes at least this share of the time limit for a fence. */
const slowShare = 0.1;

/**
 * The target must be idle: under load, later writes hide a watch that sends an event only when another write wakes it.
 * A slow watch passes, because the check waits for its events twice as long as for a fence.
 */
export const eventNeedsNoLaterWrite = defineCheck<Observations>({
  id: "watch/event-needs-no-later-write",
  title: "On an idle target, the event for a write arrives without a later write",
  covers: ["watch.one-event-per-write"],
  scope: "status-write",
  verbs: ["watch"],
  isAlone: true,

  async drive(context) {
    const created = await context.fixture();
    await using probe = await context.watch(watchOf(context, created.key));
    const sentMs = performance.now();
    await probe.fence();
    const isSlow = performance.now() - sentMs > slowShare * context.limits.eventMs;
    const late: string[] = [];
    const writes: Written[] = [];
    for (const turn of turns) {
      const last = writes.at(-1) ?? created;
      const written =
        turn === "spec"
          ? await writeSpecOrStatus(context, last, 1)
          : (await writeStatuses(context, last, [turn])).at(-1);
      if (written === undefined) break;
      writes.push(written);
      if ((await isSeen(probe, written)) || (isSlow && (await isSeen(probe, written)))) continue;
      late.push(written.object.metadata.resourceVersion);
      break;
    }
    await probe.fence();
    return { created, writes, late, watch: await probe.close() };
  },

  judge({ created, writes, late, watch }) {
    const of = { watches: [watch], evidence: exchangesOf([created, ...writes]) };
    const events = eventsOf(watch.events, keyOf(created.object));
    return [
      givenDelivery("watch.one-event-per-write", of, () => ({
        holds: late.length === 0,
        expected: `on an idle target, one event for each write, with versions ${versionsOf(writes).join(", ")}`,
        actual: describeLate(late, events),
        instances: writes.length,
      })),
    ];
  },
});

function isSeen(probe: WatchProbe, { object }: Written): Promise<boolean> {
  const { resourceVersion } = object.metadata;
  const isOf = (event: SeenEvent): boolean => event.resourceVersion === resourceVersion;
  return probe.until((events) => events.some(isOf));
}

function describeLate(late: readonly string[], events: readonly SeenEvent[]): string {
  const came = late.filter((version) => events.some((event) => event.resourceVersion === version));
  const never = late.filter((version) => !came.includes(version));
  return [
    ...(came.length === 0
      ? []
      : [`versions that arrived only after another write: ${came.join(", ")}`]),
    ...(never.length === 0
      ? []
      : [`missing versions: ${never.join(", ")}; received: ${describeEvents(events)}`]),
  ].join("; ");
}
