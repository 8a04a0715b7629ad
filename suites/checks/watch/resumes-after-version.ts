import { keyOf, resourceVersion } from "#contract";
import {
  claim,
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenResumption,
  rulesFor,
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
  /**
   * A watch from a version far above the newest one, during further writes. Absent if versions are not numbers of one
   * sequence.
   */
  readonly future?: WatchObservation;
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
    const seen = { writes, watches: [...watches, await again.close()] };
    const future = await watchFromFuture(context, writes.at(-1) ?? writes[0]);
    return future === undefined ? seen : { ...seen, future };
  },

  judge: ({ writes, watches, future }) => [
    ...watches.map((watch) => judgeResumption(writes, watch)),
    ...(future === undefined ? [] : judgeFuture(writes, future)),
  ],
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
  const { resourceVersion: start } = object.metadata;
  return context.watch({ ...watchOf(context, keyOf(object)), resourceVersion: start });
}

/**
 * Opens a watch from a version that the server has not reached, as a client does that has read from a replica that is
 * ahead, or before the server was restored from a backup.
 */
async function watchFromFuture(
  context: CheckContext,
  last: Written,
): Promise<WatchObservation | undefined> {
  const { versionOrder, versionScope } = rulesFor(context).semantics;
  const { resourceVersion: newest } = last.object.metadata;
  if (versionOrder !== "comparable" || versionScope === "object") return undefined;
  if (!digits.test(newest)) return undefined;
  const ahead = resourceVersion(String(BigInt(newest) + headStart));
  const command = { ...watchOf(context, keyOf(last.object)), resourceVersion: ahead };
  await using probe = await context.watch(command);
  let current = last;
  for (const count of [5, 6]) {
    current = (await writeStatuses(context, current, [count])).at(-1) ?? current;
    await context.settle(keyOf(last.object));
  }
  return await probe.close();
}

const digits = /^\d{1,40}$/u;

/** More versions than a run creates. */
const headStart = 1_000_000n;

/**
 * A server may reject a version that it has not reached, or wait until it reaches it. Without an event, there is nothing
 * to judge.
 */
function judgeFuture(
  writes: Observations["writes"],
  { command, events, exchange }: WatchObservation,
): readonly Finding[] {
  const start = command.resourceVersion ?? "";
  const early = eventsOf(events, keyOf(writes[0].object)).filter(
    ({ resourceVersion: version }) => digits.test(version) && BigInt(version) <= BigInt(start),
  );
  if (early.length === 0) return [];
  return [
    claim("watch.resumes-after-version", {
      holds: false,
      expected: `a rejection, or no event until the server reaches version ${start}`,
      actual: describeEvents(early),
      evidence: [exchange],
    }),
  ];
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
