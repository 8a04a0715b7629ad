import { keyOf } from "#contract";
import {
  countedStatus,
  freshCount,
  defineCheck,
  describeEvents,
  errored,
  eventsOf,
  failureOf,
  givenDelivery,
  race,
  repeats,
  readOf,
  statusWrite,
  exercised,
} from "#harness";
import type { CheckContext, Finding, SettledEvents, Step, Written } from "#harness";

const rounds = 4;

interface Round {
  readonly created: Written;
  readonly write: Step;
  readonly deletion: Step;
  readonly settled: SettledEvents;
}

export const nothingFollowsDeletion = defineCheck<readonly Round[]>({
  id: "watch/nothing-follows-deletion",
  title: "After a DELETED event, no event arrives for a status write that raced with the deletion",
  covers: ["watch.ordered"],
  scope: "kind",
  features: ["delete"],
  verbs: ["delete", "watch"],

  drive: (context) => race(rounds, (round) => driveRound(context, round % 2 === 1)),

  judge: (observations) => observations.map(judgeRound),
});

/**
 * Sends a status write and a deletion of one object. A late deletion is sent after the response to a read that was sent
 * with the write. A busy server may handle the first of two simultaneous requests last, and then rejects the write.
 */
async function driveRound(context: CheckContext, isLate: boolean): Promise<Round> {
  const created = await context.fixture();
  const { resourceVersion } = created.object.metadata;
  const status = countedStatus(context, freshCount(context, 1));
  const remove = (): Promise<Step> =>
    context.call({ verb: "delete", identity: "author", key: created.key });
  const [write, deletion] = await Promise.all([
    context.call(statusWrite(context, created.key, { resourceVersion, status })),
    isLate ? context.call(readOf(created.key)).then(remove) : remove(),
  ]);
  return { created, write, deletion, settled: await context.settle(created.key) };
}

function judgeRound({ created, write, deletion, settled }: Round): Finding {
  const requirement = "watch.ordered";
  const evidence = [created.exchange, write.exchange, deletion.exchange];
  const broken = failureOf(write) ?? failureOf(deletion);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const events = eventsOf(settled.events, keyOf(created.object));
  const end = events.findIndex((event) => event.type === "DELETED");
  return givenDelivery(requirement, { watches: [settled], evidence }, () => ({
    // A repetition of the DELETED event is judged by `watch.unique`.
    holds: end === -1 || events.slice(end).every((event) => repeats(event, events[end])),
    expected: "DELETED is the last event for the object",
    actual: describeEvents(events),
    // Without a DELETED event, there is no order to judge.
    ...exercised(end >= 0, "the watch delivered no DELETED event"),
  }));
}
