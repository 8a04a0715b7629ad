import { describeOutcome, keyOf } from "#contract";
import type { ResourceVersion } from "#contract";
import {
  claim,
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
  readonly listed: Written;
  readonly writes: readonly Written[];
  readonly created: Written;
  /** Absent if the list has no version from which a watch can start. */
  readonly watch?: WatchObservation;
}

const requirement = "watch.list-then-watch";

/** Every controller starts by listing all objects, and then watches for changes. */
export const listThenWatch = defineCheck<Observations>({
  id: "watch/list-then-watch",
  title: "A watch from the version of a list delivers exactly the changes after the list",
  covers: [requirement],
  scope: "kind",
  features: ["read.list", "list.version", "watch.resume"],
  verbs: ["list", "watch"],

  async drive(context) {
    const fixture = await context.fixture();
    const [listed = fixture] = await writeStatuses(context, fixture, [1]);
    const { exchange: listExchange, resourceVersion } = await listVersion(context, listed);
    const before = await writeStatuses(context, listed, [2]);
    const created = await context.fixture();
    if (resourceVersion === undefined) return { listExchange, listed, writes: before, created };
    await using probe = await context.watch({
      ...watchOf(context, fixture.key),
      resourceVersion,
    });
    const after = await writeStatuses(context, before.at(-1) ?? listed, [3]);
    await probe.fence();
    const writes = [...before, ...after];
    return { listExchange, listed, writes, created, watch: probe.observe() };
  },

  judge({ listExchange, listed, writes, created, watch }): readonly Finding[] {
    if (watch === undefined) return [versionless(listExchange)];
    const key = keyOf(listed.object);
    const newKey = keyOf(created.object);
    const wanted = versionsOf([...writes, created]);
    const got = [...eventsOf(watch.events, key), ...eventsOf(watch.events, newKey)];
    const evidence = [listExchange, ...exchangesOf([...writes, created])];
    const of = { watches: [watch], evidence, mayExpire: false };
    const { resourceVersion } = listed.object.metadata;
    return [
      givenResumption(requirement, of, () => ({
        holds: wanted.join() === got.map((event) => event.resourceVersion).join(),
        expected: `the events for versions ${wanted.join(", ")} after the list, and none for version ${resourceVersion}, because the list contains it`,
        actual: describeEvents(got),
        instances: wanted.length,
      })),
    ];
  },
});

/** The check runs only if the target has declared the feature. */
function versionless(listExchange: number): Finding {
  return claim(requirement, {
    holds: false,
    expected: "a list with a version that a watch can start from",
    actual: "a list without a version",
    evidence: [listExchange],
  });
}

async function listVersion(
  context: CheckContext,
  { object }: Written,
): Promise<{ readonly exchange: number; readonly resourceVersion?: ResourceVersion }> {
  const step = await context.call({ ...listOf(context, keyOf(object)), identity: "controller" });
  const { outcome, exchange } = step;
  if (outcome.result !== "list")
    throw new SetupFailed(`a watch cannot start from the list: ${describeOutcome(outcome)}`, step);
  const { resourceVersion } = outcome;
  return { exchange, ...(resourceVersion === undefined ? {} : { resourceVersion }) };
}
