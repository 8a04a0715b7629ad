import { keyOf, resourceVersion } from "#contract";
import type { ResourceVersion } from "#contract";
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
import type { CheckContext, Fixture, WatchObservation, Written } from "#harness";

interface Observations {
  readonly created: Written;
  readonly writes: readonly Written[];
  readonly first: WatchObservation;
  /**
   * Two watches from the same token, because clients can reuse tokens. Empty if the event for the first write did not
   * arrive or had no token.
   */
  readonly resumed: readonly WatchObservation[];
}

const requirement = "semantics.watch-resumes-after-event";

/**
 * Tests the declaration `cursor: ofEvent`. Requires an idle target: under load, a server that skips an event on
 * resumption may skip an event of another case.
 */
export const watchResumesAfterEvent = defineCheck<Observations>({
  id: "semantics/watch-resumes-after-event",
  title:
    "A watch that resumes from an event token delivers the changes after that event, as declared",
  covers: [requirement],
  scope: "kind",
  features: ["watch.resume"],
  verbs: ["watch"],
  isAlone: true,

  async drive(context) {
    const created = await context.fixture();
    await using probe = await context.watch(watchOf(context, created.key));
    await probe.fence();
    const [earliest = created] = await writeStatuses(context, created, [1]);
    // A target may deliver several events in one message, and only the last of them has a token.
    await probe.until((events) =>
      eventsOf(events, keyOf(created.object)).some(
        (one) => one.resourceVersion === earliest.object.metadata.resourceVersion,
      ),
    );
    const early = [earliest, ...(await writeStatuses(context, earliest, [2]))];
    await probe.fence();
    const newest = early.at(-1) ?? created;
    const late = await writeStatuses(context, newest, [3, 4]);
    const writes = [...early, ...late];
    const version = early[0]?.object.metadata.resourceVersion;
    const first = await probe.close();
    const event = eventsOf(first.events, keyOf(created.object)).find(
      (one) => one.resourceVersion === version,
    );
    if (event?.cursor === undefined) return { created, writes, first, resumed: [] };
    const token = resourceVersion(event.cursor);
    const second = await resume(context, created, token);
    return { created, writes, first, resumed: [second, await resume(context, created, token)] };
  },

  judge({ created, writes, first, resumed }) {
    const evidence = exchangesOf(writes);
    if (resumed.length === 0) {
      const reason = "no event for the writes had a resume token, so no watch could resume";
      return [undecided(requirement, reason, [first.exchange, ...evidence])];
    }
    const wanted = versionsOf(writes.slice(1));
    return resumed.map((watch) => {
      const got = eventsOf(watch.events, keyOf(created.object));
      return givenResumption(requirement, { watches: [watch], evidence, mayExpire: true }, () => ({
        holds: wanted.join() === got.map((event) => event.resourceVersion).join(),
        expected: `exactly the events for versions ${wanted.join(", ")} after the event token, as declared (cursor: ofEvent)`,
        actual: describeEvents(got),
      }));
    });
  },
});

async function resume(
  context: CheckContext,
  { key }: Fixture,
  token: ResourceVersion,
): Promise<WatchObservation> {
  await using watch = await context.watch({ ...watchOf(context, key), resourceVersion: token });
  await watch.fence();
  return await watch.close();
}
