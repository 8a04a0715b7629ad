import { describeOutcome, keyOf } from "#contract";
import type { Resource, ResourceVersion } from "#contract";
import {
  claim,
  defineCheck,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenResumption,
  isSame,
  listOf,
  SetupFailed,
  undecided,
  versionsOf,
  watchOf,
  writeStatuses,
} from "#harness";
import type {
  CheckContext,
  Finding,
  Fixture,
  WatchObservation,
  WatchProbe,
  Written,
} from "#harness";

interface Observations {
  readonly listExchange: number;
  readonly listed: Written;
  /** Why the list does not contain the last write before it. Absent if it does. */
  readonly delay?: string;
  readonly writes: readonly Written[];
  readonly created: Written;
  /** Absent if the list has no version from which a watch can start. */
  readonly watch?: WatchObservation;
}

const requirement = "watch.list-then-watch";

/**
 * Every controller starts by listing all objects, and then watches for changes. Requires an idle target: under load, a
 * list version that is too new may skip an event of another case.
 */
export const listThenWatch = defineCheck<Observations>({
  id: "watch/list-then-watch",
  title: "A watch from the version of a list delivers exactly the changes after the list",
  covers: [requirement],
  scope: "kind",
  features: ["read.list", "list.version", "watch.resume"],
  verbs: ["list", "watch"],
  isAlone: true,
  takesTurns: true,

  async drive(context) {
    const fixture = await context.fixture();
    const { probe, ...seen } = await context.alone(() => listAndWatch(context, fixture));
    if (probe === undefined) return seen;
    await using watching = probe;
    await watching.fence();
    return { ...seen, watch: watching.observe() };
  },

  judge({ listExchange, listed, delay, writes, created, watch }): readonly Finding[] {
    if (watch === undefined) return [versionless(listExchange)];
    const key = keyOf(listed.object);
    const newKey = keyOf(created.object);
    const wanted = versionsOf([...writes, created]);
    const got = [...eventsOf(watch.events, key), ...eventsOf(watch.events, newKey)];
    const evidence = [listExchange, ...exchangesOf([...writes, created])];
    if (delay !== undefined) return [undecided(requirement, delay, evidence)];
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

async function listAndWatch(
  context: CheckContext,
  fixture: Fixture,
): Promise<Omit<Observations, "watch"> & { readonly probe?: WatchProbe }> {
  const [listed = fixture] = await writeStatuses(context, fixture, [1]);
  const list = await listVersion(context, listed);
  const { exchange: listExchange, resourceVersion, delay } = list;
  const [before, created] = await Promise.all([
    writeStatuses(context, listed, [2]),
    context.fixture(),
  ]);
  if (resourceVersion === undefined) return { listExchange, listed, writes: before, created };
  const probe = await context.watch({ ...watchOf(context, fixture.key), resourceVersion });
  const after = await writeStatuses(context, before.at(-1) ?? listed, [3]);
  const shared = { listExchange, listed, ...(delay === undefined ? {} : { delay }) };
  return { ...shared, writes: [...before, ...after], created, probe };
}

interface Listed {
  readonly exchange: number;
  readonly resourceVersion?: ResourceVersion;
  readonly delay?: string;
}

/** The check runs only if the target has declared the feature. */
function versionless(listExchange: number): Finding {
  return claim(requirement, {
    holds: false,
    expected: "a list with a version that a watch can start from",
    actual: "a list without a version",
    evidence: [listExchange],
  });
}

async function listVersion(context: CheckContext, { object }: Written): Promise<Listed> {
  const step = await context.call({ ...listOf(context, keyOf(object)), identity: "controller" });
  const { outcome, exchange } = step;
  if (outcome.result !== "list")
    throw new SetupFailed(`a watch cannot start from the list: ${describeOutcome(outcome)}`, step);
  const { resourceVersion, items } = outcome;
  const delay = delayOf(items, object);
  return {
    exchange,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(delay === undefined ? {} : { delay }),
  };
}

/** Describes a list that lacks the last write before it. Its version is older, so a watch shows that write. */
function delayOf(items: readonly Resource[], written: Resource): string | undefined {
  const { resourceVersion: version } = written.metadata;
  const shown = items.find((item) => isSame(keyOf(item), keyOf(written)));
  if (shown === undefined) return `the list does not contain version ${version} of the object`;
  return shown.metadata.resourceVersion === version
    ? undefined
    : `the list contains version ${shown.metadata.resourceVersion} of the object, not ${version}`;
}
