import { keyOf } from "#contract";
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
import type { Finding, WatchObservation, Written } from "#harness";

interface Observations {
  readonly created: Written;
  readonly writes: readonly Written[];
  readonly broken: WatchObservation;
  /** A watch from the last version that the closed watch delivered. Absent if the closed watch delivered no event. */
  readonly resumed?: WatchObservation;
}

export const reconnectLosesNothing = defineCheck<Observations>({
  id: "watch/reconnect-loses-nothing",
  title: "A watch that resumes from the last received version misses and repeats no event",
  covers: ["watch.resumes-after-version"],
  scope: "kind",
  features: ["watch.resume"],
  verbs: ["watch"],

  async drive(context) {
    const created = await context.fixture();
    const command = watchOf(context, created.key);
    const { resourceVersion } = created.object.metadata;
    const first = await context.watch({ ...command, resourceVersion });
    const before = await writeStatuses(context, created, [1, 2]);
    await first.until((events) => eventsOf(events, created.key).length >= before.length);
    const broken = await first.close();
    const between = await writeStatuses(context, before.at(-1) ?? created, [3, 4]);
    const last = eventsOf(broken.events, created.key).at(-1);
    if (last === undefined) return { created, writes: [...before, ...between], broken };

    await using second = await context.watch({
      ...command,
      resourceVersion: last.resourceVersion,
    });
    const after = await writeStatuses(context, between.at(-1) ?? created, [5]);
    await second.fence();
    const writes = [...before, ...between, ...after];
    return { created, writes, broken, resumed: second.observe() };
  },

  judge({ created, writes, broken, resumed }): readonly Finding[] {
    const requirement = "watch.resumes-after-version";
    const evidence = exchangesOf([created, ...writes]);
    if (resumed === undefined) {
      const reason = "the first watch delivered no event to resume from";
      return [undecided(requirement, reason, [broken.exchange, ...evidence])];
    }
    const key = keyOf(created.object);
    const wanted = versionsOf(writes);
    const got = [...eventsOf(broken.events, key), ...eventsOf(resumed.events, key)];
    const of = {
      watches: [resumed],
      evidence: [broken.exchange, ...evidence],
      mayExpire: true,
    };
    return [
      givenResumption(requirement, of, () => ({
        holds: wanted.join() === got.map((event) => event.resourceVersion).join(),
        expected: `both watches together deliver the events for versions ${wanted.join(", ")}`,
        actual: `${describeEvents(eventsOf(broken.events, key))}; then ${describeEvents(eventsOf(resumed.events, key))}`,
      })),
    ];
  },
});
