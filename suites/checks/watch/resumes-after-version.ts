import { keyOf } from "#contract";
import {
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenResumption,
  versionsOf,
  watchOf,
  writeSpecOrStatus,
  writeStatuses,
} from "#harness";
import type { CheckContext, Finding, WatchObservation, WatchProbe, Written } from "#harness";

interface Observations {
  /** The create request and all writes, in order. The last writes are sent while the watches are open. */
  readonly writes: readonly [Written, ...Written[]];
  /**
   * Watches from the version of the created object, from a middle version, from the version that was newest at the
   * time, and again from the middle version.
   */
  readonly watches: readonly WatchObservation[];
}

/**
 * Requires an idle target: under load, a server that skips an event on resumption may skip an event of another case.
 */
export const resumesAfterVersion = defineCheck<Observations>({
  id: "watch/resumes-after-version",
  title: "A watch from a version delivers exactly the changes after that version",
  covers: ["watch.resumes-after-version"],
  scope: "kind",
  features: ["watch.resume"],
  verbs: ["watch"],
  isAlone: true,
  takesTurns: true,

  async drive(context) {
    const { writes, probes } = await context.alone(() => writeAndWatch(context));
    await Promise.all(probes.map((probe) => probe.fence()));
    const watches = await Promise.all(probes.map((probe) => probe.close()));

    // Clients can use a version more than once.
    const again = await watchFrom(context, writes[middle] ?? writes[0]);
    await again.fence();
    return { writes, watches: [...watches, await again.close()] };
  },

  judge: ({ writes, watches }) => watches.map((watch) => judgeResumption(writes, watch)),
});

/** Index of the middle version. */
const middle = 2;

async function writeAndWatch(
  context: CheckContext,
): Promise<Pick<Observations, "writes"> & { readonly probes: readonly WatchProbe[] }> {
  const created = await context.fixture();
  const [first = created, second = first] = await writeStatuses(context, created, [1, 2]);
  const third = await writeSpecOrStatus(context, second, 1);
  // These writes are sent while the watches open, because an event between the replay and the live phase is easily lost.
  const [live, ...probes] = await Promise.all([
    writeStatuses(context, third, [3, 4]),
    watchFrom(context, created),
    watchFrom(context, second),
    watchFrom(context, third),
  ]);
  return { writes: [created, first, second, third, ...live], probes };
}

function watchFrom(context: CheckContext, { object }: Written): Promise<WatchProbe> {
  const { resourceVersion } = object.metadata;
  return context.watch({ ...watchOf(context, keyOf(object)), resourceVersion });
}

function judgeResumption(writes: Observations["writes"], watch: WatchObservation): Finding {
  const versions = versionsOf(writes);
  const start = versions.indexOf(watch.command.resourceVersion ?? "");
  const wanted = versions.slice(start + 1);
  const got = eventsOf(watch.events, keyOf(writes[0].object));
  const of = { watches: [watch], evidence: exchangesOf(writes), mayExpire: true };
  return givenResumption("watch.resumes-after-version", of, () => ({
    holds: wanted.join() === got.map((event) => event.resourceVersion).join(),
    expected: `after ${watch.command.resourceVersion} exactly ${wanted.join(", ")}`,
    actual: describeEvents(got),
  }));
}
