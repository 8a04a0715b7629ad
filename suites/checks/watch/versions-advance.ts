import { keyOf } from "#contract";
import {
  countsAnew,
  createAgain,
  defineCheck,
  deleteObject,
  eventsOf,
  exchangesOf,
  givenDelivery,
  givenOrder,
  reusesNames,
  rulesFor,
  versionsOf,
  writeSpecOrStatus,
  writeStatuses,
} from "#harness";
import type { Finding, SettledEvents, Written } from "#harness";

interface Observations {
  /** The accepted writes in order, including writes to the successor with the same name, if names can be reused. */
  readonly writes: readonly [Written, ...Written[]];
  readonly settled: SettledEvents;
  /**
   * The number of writes to the first object, if each incarnation has a separate sequence of versions. Absent
   * otherwise.
   */
  readonly ofFirst?: number;
}

export const versionsAdvance = defineCheck<Observations>({
  id: "watch/versions-advance",
  title: "Objects with the same name never reuse a version, not even after a deletion",
  covers: ["concurrency.versions-advance"],
  scope: "kind",
  features: ["delete"],
  verbs: ["delete", "watch"],

  async drive(context) {
    const created = await context.fixture();
    const first = await writeStatuses(context, created, [1, 2]);
    await deleteObject(context, created.key);
    if (!reusesNames(context)) {
      return { writes: [created, ...first], settled: await context.settle(created.key) };
    }
    const again = await createAgain(context, created.key);
    const statuses = await writeStatuses(context, again, [1]);
    const spec = await writeSpecOrStatus(context, statuses.at(-1) ?? again, 1);
    const settled = await context.settle(created.key);
    const ofFirst = countsAnew(rulesFor(context)) ? { ofFirst: 1 + first.length } : {};
    return { writes: [created, ...first, again, ...statuses, spec], settled, ...ofFirst };
  },

  judge: (observations) => [judgeReuse(observations), ...judgeOrder(observations)],
});

const requirement = "concurrency.versions-advance";

function judgeReuse({ writes, settled, ofFirst = writes.length }: Observations): Finding {
  const evidence = exchangesOf(writes);
  const deletions = eventsOf(settled.events, keyOf(writes[0].object)).filter(
    (event) => event.type === "DELETED",
  );
  // Another requirement judges duplicate DELETED events.
  const versioned = deletions.filter(({ isUnversioned }) => isUnversioned !== true);
  const deleted = new Set(versioned.map((event) => event.resourceVersion));
  const incarnations = [
    [...versionsOf(writes.slice(0, ofFirst)), ...deleted],
    versionsOf(writes.slice(ofFirst)),
  ];
  const versions = incarnations.flat();
  const reused = incarnations.flatMap((own) =>
    own.filter((version, index) => own.indexOf(version) !== index),
  );
  return givenDelivery(requirement, { watches: [settled], evidence }, () => ({
    holds: reused.length === 0,
    expected: "each write, including the deletion, has its own version",
    actual: `used more than once: ${[...new Set(reused)].join(", ")}`,
    instances: versions.length,
  }));
}

function judgeOrder({ writes, settled, ofFirst }: Observations): readonly Finding[] {
  const events = eventsOf(settled.events, keyOf(writes[0].object));
  const of = { watches: [settled], evidence: exchangesOf(writes) };
  if (ofFirst === undefined) {
    return [givenOrder(requirement, of, { events, versions: versionsOf(writes) })];
  }
  const end = events.findIndex(({ type }) => type === "DELETED") + 1;
  const [first, second] = [writes.slice(0, ofFirst), writes.slice(ofFirst)].map(versionsOf);
  return [
    givenOrder(requirement, of, { events: events.slice(0, end), versions: first ?? [] }),
    givenOrder(requirement, of, { events: events.slice(end), versions: second ?? [] }),
  ];
}
