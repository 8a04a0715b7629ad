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
  statusWrite,
  exercised,
} from "#harness";
import type { CheckContext, Finding, SettledEvents, Step, Written } from "#harness";

const rounds = 3;

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

  drive: (context) => race(rounds, () => driveRound(context)),

  judge: (observations) => observations.map(judgeRound),
});

async function driveRound(context: CheckContext): Promise<Round> {
  const created = await context.fixture();
  const { resourceVersion } = created.object.metadata;
  const status = countedStatus(context, freshCount(context, 1));
  const [write, deletion] = await Promise.all([
    context.call(statusWrite(context, created.key, { resourceVersion, status })),
    context.call({ verb: "delete", identity: "author", key: created.key }),
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
    holds: end === -1 || end === events.length - 1,
    expected: "DELETED is the last event for the object",
    actual: describeEvents(events),
    // Without a DELETED event, there is no order to judge.
    ...exercised(end >= 0, "the watch delivered no DELETED event"),
  }));
}
