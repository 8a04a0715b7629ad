import { keyOf, resourceVersion } from "#contract";
import {
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenResumption,
  undecided,
  versionsOf,
  watchOf,
  writeStatuses,
} from "#harness";
import type { WatchObservation, Written } from "#harness";

interface Observations {
  readonly created: Written;
  readonly writes: readonly Written[];
  readonly first: WatchObservation;
  /** Absent if the event for the first write did not arrive or had no token. */
  readonly second?: WatchObservation;
}

const requirement = "semantics.watch-resumes-after-event";

/** Tests the declaration `cursor: ofEvent`. */
export const watchResumesAfterEvent = defineCheck<Observations>({
  id: "semantics/watch-resumes-after-event",
  title:
    "A watch that resumes from an event token delivers the changes after that event, as declared",
  covers: [requirement],
  scope: "kind",
  features: ["watch.resume"],
  verbs: ["watch"],

  async drive(context) {
    const created = await context.fixture();
    await using probe = await context.watch(watchOf(context, created.key));
    await probe.fence();
    const early = await writeStatuses(context, created, [1, 2]);
    await probe.fence();
    const newest = early.at(-1) ?? created;
    const late = await writeStatuses(context, newest, [3, 4]);
    const writes = [...early, ...late];
    const version = early[0]?.object.metadata.resourceVersion;
    const first = await probe.close();
    const event = eventsOf(first.events, keyOf(created.object)).find(
      (one) => one.resourceVersion === version,
    );
    if (event?.cursor === undefined) return { created, writes, first };
    await using resumed = await context.watch({
      ...watchOf(context, created.key),
      resourceVersion: resourceVersion(event.cursor),
    });
    await resumed.fence();
    return { created, writes, first, second: await resumed.close() };
  },

  judge({ created, writes, first, second }) {
    const evidence = exchangesOf(writes);
    if (second === undefined) {
      const reason = "no event with a token arrived for a write, so no watch could resume";
      return [undecided(requirement, reason, [first.exchange, ...evidence])];
    }
    const wanted = versionsOf(writes.slice(1));
    const got = eventsOf(second.events, keyOf(created.object));
    return [
      givenResumption(requirement, { watches: [second], evidence, mayExpire: true }, () => ({
        holds: wanted.join() === got.map((event) => event.resourceVersion).join(),
        expected: `exactly the events for versions ${wanted.join(", ")} after the event token, as declared (cursor: ofEvent)`,
        actual: describeEvents(got),
      })),
    ];
  },
});
