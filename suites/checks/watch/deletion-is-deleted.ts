import { keyOf } from "#contract";
import type { Resource, Semantics } from "#contract";
import {
  awaitRemoval,
  defineCheck,
  describeDifferences,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  isSame,
  isTerminating,
  requestDeletion,
  undecided,
  versionsOf,
  writeStatuses,
} from "#harness";
import type { CheckContext, Finding, SeenEvent, SettledEvents, Step, Written } from "#harness";

const requirement = "watch.deletion-is-deleted";

interface Observations {
  readonly created: Written;
  readonly writes: readonly Written[];
  readonly deletion: Step;
  readonly settled: SettledEvents;
  /** A read that shows the object after the time limit for events. Absent if the object was removed. */
  readonly last?: Step;
  /** Deletions of further objects at the same time. An event may be lost only sometimes. */
  readonly others?: readonly Observations[];
}

/** Number of further objects to delete. */
const furtherDeletions = 9;

export const deletionIsDeleted = defineCheck<Observations>({
  id: "watch/deletion-is-deleted",
  title: "A deletion causes one DELETED event with its own version",
  covers: [requirement],
  scope: "kind",
  features: ["delete"],
  verbs: ["delete", "watch"],

  async drive(context) {
    const [first, ...others] = await Promise.all([
      deleteOne(context, [1, 2]),
      ...Array.from({ length: furtherDeletions }, () => deleteOne(context, [])),
    ]);
    return { ...first, others };
  },

  judge({ others = [], ...first }, { semantics }) {
    return [first, ...others].flatMap((one) => judgeOne(one, semantics));
  },
});

async function deleteOne(
  context: CheckContext,
  counts: readonly number[],
): Promise<Omit<Observations, "others">> {
  const created = await context.fixture();
  const writes = await writeStatuses(context, created, counts);
  const deletion = await requestDeletion(context, created.key);
  const last = await awaitRemoval(context, created.key, context.limits.eventMs);
  const settled = await context.settle(created.key);
  return { created, writes, deletion, settled, ...(last === undefined ? {} : { last }) };
}

function judgeOne(
  observations: Observations,
  semantics: Pick<Semantics, "deletedEvent">,
): readonly Finding[] {
  const { created, settled } = observations;
  const events = eventsOf(settled.events, keyOf(created.object));
  const deleted = events.filter((event) => event.type === "DELETED");
  const [event] = deleted;
  if (event === undefined && observations.last !== undefined) {
    return [judgeUnremoved(observations, observations.last)];
  }
  const count = givenDelivery(requirement, deliveryOf(observations), () => ({
    holds: deleted.length === 1 && events.at(-1) === event,
    expected: "one DELETED event, after all other events of the object",
    actual: describeEvents(events),
  }));
  if (event === undefined) return [count];
  const version =
    event.isUnversioned === true
      ? judgeToken(observations, event)
      : [judgeVersion(observations, event)];
  if (semantics.deletedEvent === "keyOnly") return [count, ...version];
  return [count, ...version, judgeContent(observations, event)];
}

function judgeUnremoved(observations: Observations, last: Step): Finding {
  const { watches, evidence } = deliveryOf(observations);
  const of = { watches, evidence: [...evidence, last.exchange] };
  if (isTerminating(last)) {
    const reason = "the object was still terminating when the time limit for events expired";
    return undecided(requirement, reason, of.evidence);
  }
  return givenDelivery(requirement, of, () => ({
    holds: false,
    expected: "one DELETED event, and reads no longer show the object",
    actual: "no event; reads show the object without a deletion time",
  }));
}

function judgeVersion(observations: Observations, event: SeenEvent): Finding {
  const versions = versionsOf([observations.created, ...observations.writes]);
  return givenDelivery(requirement, deliveryOf(observations), () => ({
    holds: !versions.includes(event.resourceVersion),
    expected: `a DELETED event with a version that the object never had (it had ${versions.join(", ")})`,
    actual: describeEvents([event]),
  }));
}

/**
 * Judges the token of a DELETED event: if another event has the same token, a watcher that resumes from the token
 * cannot distinguish the two.
 */
function judgeToken(observations: Observations, event: SeenEvent): readonly Finding[] {
  const { created, settled } = observations;
  const { cursor } = event;
  if (cursor === undefined) return [];
  const earlier = eventsOf(settled.events, keyOf(created.object)).filter((one) => one !== event);
  return [
    givenDelivery(requirement, deliveryOf(observations), () => ({
      holds: earlier.every((one) => one.cursor !== cursor),
      expected: "a DELETED event with a token that no other event for the object has",
      actual: `several events with the token ${cursor}: ${describeEvents(earlier)} and ${describeEvents([event])}`,
    })),
  ];
}

function judgeContent(observations: Observations, event: SeenEvent): Finding {
  const { created, writes } = observations;
  const last = (writes.at(-1) ?? created).object;
  const was = contentOf(last);
  const is = contentOf(withoutCount(event.object, last));
  return givenDelivery(requirement, deliveryOf(observations), () => ({
    holds: isSame(was, is),
    expected: "the DELETED event contains the last state of the object",
    actual: describeDifferences("the object in the DELETED event", was, is),
  }));
}

function deliveryOf({ created, writes, deletion, settled }: Observations): {
  readonly watches: readonly SettledEvents[];
  readonly evidence: readonly number[];
} {
  return {
    watches: [settled],
    evidence: [...exchangesOf([created, ...writes]), deletion.exchange],
  };
}

/** Undoes an increment of the generation, because a delete request may count as a change of the desired state. */
function withoutCount(object: Resource | undefined, { metadata: last }: Resource): typeof object {
  const { generation } = last;
  if (object === undefined || generation === undefined) return object;
  const isCounted = object.metadata.generation === generation + 1;
  return isCounted ? { ...object, metadata: { ...object.metadata, generation } } : object;
}

/** Returns the object without the fields that a delete request sets: its version and the deletion time. */
function contentOf(object: Resource | undefined): unknown {
  if (object === undefined) return undefined;
  const { resourceVersion: _version, deletionTimestamp: _time, ...metadata } = object.metadata;
  return { ...object, metadata };
}
