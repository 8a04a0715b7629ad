import { keyOf } from "#contract";
import {
  createAgain,
  defineCheck,
  deleteObject,
  eventsOf,
  exchangesOf,
  givenDelivery,
  givenOrder,
  versionsOf,
  writeSpec,
  writeStatuses,
} from "#harness";
import type { Finding, SettledEvents, Written } from "#harness";

interface Observations {
  /** The accepted writes in their order, those to the successor of the same name included. */
  readonly writes: readonly [Written, ...Written[]];
  readonly settled: SettledEvents;
}

/** A version is a place in the stream for as long as the name exists, not only for one incarnation. */
export const versionsAdvance = defineCheck<Observations>({
  id: "watch/versions-advance",
  title: "No version of a name is used twice, not even after its deletion",
  covers: ["concurrency.versions-advance"],
  scope: "kind",
  features: ["delete"],
  verbs: ["delete", "watch"],

  async drive(context) {
    const created = await context.fixture();
    const first = await writeStatuses(context, created, [1, 2]);
    await deleteObject(context, created.key);
    const again = await createAgain(context, created.key);
    const statuses = await writeStatuses(context, again, [1]);
    const spec = await writeSpec(context, statuses.at(-1) ?? again, 1);
    const settled = await context.settle(created.key);
    return { writes: [created, ...first, again, ...statuses, spec], settled };
  },

  judge: (observations) => [judgeReuse(observations), judgeOrder(observations)],
});

const requirement = "concurrency.versions-advance";

function judgeReuse({ writes, settled }: Observations): Finding {
  const evidence = exchangesOf(writes);
  const deletions = eventsOf(settled.events, keyOf(writes[0].object)).filter(
    (event) => event.type === "DELETED",
  );
  // There was one deletion: that its event comes twice is told elsewhere.
  const deleted = new Set(deletions.map((event) => event.resourceVersion));
  const versions = [...versionsOf(writes), ...deleted];
  const reused = versions.filter((version, index) => versions.indexOf(version) !== index);
  return givenDelivery(requirement, { watches: [settled], evidence }, () => ({
    holds: reused.length === 0,
    expected: "each write and the deletion have their own version",
    actual: `used more than once: ${[...new Set(reused)].join(", ")}`,
    instances: versions.length,
  }));
}

function judgeOrder({ writes, settled }: Observations): Finding {
  const versions = versionsOf(writes);
  const events = eventsOf(settled.events, keyOf(writes[0].object));
  const of = { watches: [settled], evidence: exchangesOf(writes) };
  return givenOrder(requirement, of, { events, versions });
}
