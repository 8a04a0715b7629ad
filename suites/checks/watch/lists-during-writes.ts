import type { Resource, ResourceVersion } from "#contract";
import {
  countedStatus,
  defineCheck,
  describeEvents,
  eventsOf,
  freshCount,
  givenResumption,
  acceptedObject,
  listOf,
  statusWrite,
  vacuous,
  watchOf,
} from "#harness";
import type { CheckContext, Finding, Fixture, Step, WatchObservation } from "#harness";

const requirement = "watch.list-then-watch";

const writes = 12;

const mostLists = 6;

interface Start {
  readonly list: Step;
  readonly watch: WatchObservation;
}

interface Observations {
  readonly name: string;
  readonly versions: readonly { readonly version: string; readonly exchange: number }[];
  readonly starts: readonly Start[];
}

/**
 * Detects a resolver that reads the objects first and the version afterwards. If a write falls in between, the list
 * shows the object before the write, a watch from the list starts after it, and the client misses the write.
 */
export const listsDuringWrites = defineCheck<Observations>({
  id: "watch/lists-during-writes",
  title: "During writes, a list and a watch from its version together show every write",
  covers: [requirement],
  scope: "kind",
  features: ["read.list", "list.version", "watch.resume"],
  verbs: ["list", "watch"],
  needsCounter: true,

  async drive(context) {
    const fixture = await context.fixture();
    const { versions, lists } = await writeAndList(context, fixture);
    const starts: Start[] = [];
    for (const list of lists) {
      const resourceVersion = versionOf(list);
      if (resourceVersion === undefined) continue;
      await using probe = await context.watch({
        ...watchOf(context, fixture.key),
        resourceVersion,
      });
      await probe.fence();
      starts.push({ list, watch: probe.observe() });
    }
    return { name: fixture.key.name, versions, starts };
  },

  judge({ name, versions, starts }) {
    const findings = starts.flatMap((start) => judgeStart(start, { name, versions }));
    return findings.length === 0
      ? vacuous([requirement], "no list during the writes shows the written object")
      : findings;
  },
});

/**
 * Writes counted statuses, each concurrently with a list. Returns the versions, the creation's first, and the lists to
 * watch from. Lists that do not show the concurrent write come first.
 */
async function writeAndList(
  context: CheckContext,
  { key, object, exchange }: Fixture,
): Promise<Pick<Observations, "versions"> & { readonly lists: readonly Step[] }> {
  let current = object;
  const versions = [{ version: object.metadata.resourceVersion, exchange }];
  const [behind, others]: [Step[], Step[]] = [[], []];
  for (let count = 1; count <= writes; count += 1) {
    const { resourceVersion } = current.metadata;
    const status = countedStatus(context, freshCount(context, count));
    const [list, write] = await Promise.all([
      context.call({ ...listOf(context, key), identity: "controller" }),
      context.call(statusWrite(context, key, { resourceVersion, status })),
    ]);
    current = acceptedObject(write, "a status write failed");
    versions.push({ version: current.metadata.resourceVersion, exchange: write.exchange });
    if (versionOf(list) === undefined) continue;
    const shown = itemIn(list, key.name)?.metadata.resourceVersion;
    if (shown === resourceVersion) behind.push(list);
    else others.push(list);
  }
  return { versions, lists: [...behind, ...others].slice(0, mostLists) };
}

function itemIn({ outcome }: Step, name: string): Resource | undefined {
  const items = outcome.result === "list" ? outcome.items : [];
  return items.find(({ metadata }) => metadata.name === name);
}

function versionOf({ outcome }: Step): ResourceVersion | undefined {
  return outcome.result === "list" ? outcome.resourceVersion : undefined;
}

function judgeStart(
  { list, watch }: Start,
  { name, versions }: Pick<Observations, "name" | "versions">,
): readonly Finding[] {
  const item = itemIn(list, name);
  const shown = item?.metadata.resourceVersion;
  const place = versions.findIndex(({ version }) => version === shown);
  // Another client may have written the listed state.
  if (item === undefined || place < 0) return [];
  const { namespace } = item.metadata;
  const key = { kind: item.kind, name, ...(namespace === undefined ? {} : { namespace }) };
  const events = eventsOf(watch.events, key);
  const later = versions.slice(place + 1);
  const missing = later.filter(
    ({ version }) => !events.some(({ resourceVersion }) => resourceVersion === version),
  );
  const evidence = [list.exchange, ...missing.map(({ exchange }) => exchange)];
  const start = versionOf(list) ?? "";
  return [
    givenResumption(requirement, { watches: [watch], evidence, mayExpire: true }, () => ({
      holds: missing.length === 0,
      expected: `the list of version ${start} shows version ${shown ?? ""} of the object, and a watch from ${start} delivers every later version`,
      actual: `it lacks ${missing.map(({ version }) => version).join(", ")}: ${describeEvents(events)}`,
      instances: later.length === 0 ? 0 : 1,
    })),
  ];
}
