import { keyOf } from "#contract";
import {
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  versionsOf,
  watchOf,
  writeSpec,
  writeStatuses,
} from "#harness";
import type { SeenEvent, WatchObservation, WatchProbe, Written } from "#harness";

interface Observations {
  readonly created: Written;
  readonly writes: readonly Written[];
  /** The versions whose events had not come when the wait for them was over, before anything else was written. */
  readonly late: readonly string[];
  readonly watch: WatchObservation;
}

/** What is written one after the other: a counter of the status, or the spec. */
const turns = [1, "spec", 2] as const;

/** A watch that looks for changes only when another kind of write wakes it is complete under load. */
export const eventNeedsNoCompany = defineCheck<Observations>({
  id: "watch/event-needs-no-company",
  title: "On an idle target the event of a write comes without a later write",
  covers: ["watch.one-event-per-write"],
  scope: "status-write",
  verbs: ["watch"],
  isAlone: true,

  async drive(context) {
    const created = await context.fixture();
    await using probe = await context.watch(watchOf(context, created.key));
    await probe.fence();
    const late: string[] = [];
    const writes: Written[] = [];
    for (const turn of turns) {
      const last = writes.at(-1) ?? created;
      const written =
        turn === "spec"
          ? await writeSpec(context, last, 1)
          : (await writeStatuses(context, last, [turn])).at(-1);
      if (written === undefined) break;
      writes.push(written);
      if (await isSeen(probe, written)) continue;
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
        expected: `on an idle target one event for each write: ${versionsOf(writes).join(", ")}`,
        actual: describeLate(late, events),
        instances: writes.length,
      })),
    ];
  },
});

function isSeen(probe: WatchProbe, { object }: Written): Promise<boolean> {
  const { resourceVersion } = object.metadata;
  return probe.until((events) => events.some((event) => event.resourceVersion === resourceVersion));
}

function describeLate(late: readonly string[], events: readonly SeenEvent[]): string {
  const came = late.filter((version) => events.some((event) => event.resourceVersion === version));
  const never = late.filter((version) => !came.includes(version));
  return [
    ...(came.length === 0 ? [] : [`only after another write: ${came.join(", ")}`]),
    ...(never.length === 0 ? [] : [`missing: ${never.join(", ")} of ${describeEvents(events)}`]),
  ].join("; ");
}
