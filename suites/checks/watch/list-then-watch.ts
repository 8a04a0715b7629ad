import { describeOutcome, keyOf } from "#contract";
import type { ResourceVersion } from "#contract";
import {
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenResumption,
  listOf,
  SetupFailed,
  versionsOf,
  watchOf,
  writeStatuses,
} from "#harness";
import type { CheckContext, Finding, WatchObservation, Written } from "#harness";

interface Observations {
  readonly listExchange: number;
  /** What the list has. */
  readonly listed: Written;
  /** Writes after the list, before the watch is opened and while it is open. */
  readonly writes: readonly Written[];
  /** An object that is not in the list. */
  readonly created: Written;
  readonly watch: WatchObservation;
}

/** How every controller starts: read all, then hear of each change. */
export const listThenWatch = defineCheck<Observations>({
  id: "watch/list-then-watch",
  title: "A watch from the version of a list continues where the list ended",
  covers: ["watch.list-then-watch"],
  scope: "kind",
  features: ["read.list", "list.version", "watch.resume"],
  verbs: ["list", "watch"],

  async drive(context) {
    const fixture = await context.fixture();
    const [listed = fixture] = await writeStatuses(context, fixture, [1]);
    const list = await listVersion(context, listed);
    const before = await writeStatuses(context, listed, [2]);
    const created = await context.fixture();
    await using probe = await context.watch({
      ...watchOf(context, fixture.key),
      resourceVersion: list.resourceVersion,
    });
    const after = await writeStatuses(context, before.at(-1) ?? listed, [3]);
    await probe.fence();
    const writes = [...before, ...after];
    return { listExchange: list.exchange, listed, writes, created, watch: probe.observe() };
  },

  judge({ listExchange, listed, writes, created, watch }): readonly Finding[] {
    const key = keyOf(listed.object);
    const newKey = keyOf(created.object);
    const wanted = versionsOf([...writes, created]);
    const got = [...eventsOf(watch.events, key), ...eventsOf(watch.events, newKey)];
    const evidence = [listExchange, ...exchangesOf([...writes, created])];
    const of = { watches: [watch], evidence, mayExpire: false };
    const { resourceVersion } = listed.object.metadata;
    return [
      givenResumption("watch.list-then-watch", of, () => ({
        holds: wanted.join() === got.map((event) => event.resourceVersion).join(),
        expected: `versions ${wanted.join(", ")}, which came after the list, and not ${resourceVersion}, which was in it`,
        actual: describeEvents(got),
        instances: wanted.length,
      })),
    ];
  },
});

async function listVersion(
  context: CheckContext,
  { object }: Written,
): Promise<{ readonly exchange: number; readonly resourceVersion: ResourceVersion }> {
  const step = await context.call({ ...listOf(context, keyOf(object)), identity: "controller" });
  const { outcome, exchange } = step;
  if (outcome.result === "list" && outcome.resourceVersion !== undefined) {
    return { exchange, resourceVersion: outcome.resourceVersion };
  }
  const problem = outcome.result === "list" ? "it has no version" : describeOutcome(outcome);
  throw new SetupFailed(`a watch cannot start from the list: ${problem}`, step);
}
