import { keyOf } from "#contract";
import type { JsonObject, Resource } from "#contract";
import {
  claim,
  createHeld,
  defineCheck,
  deleteHeld,
  describeDifferences,
  describeEvents,
  describeStep,
  errored,
  eventsOf,
  failureOf,
  given,
  givenDelivery,
  isAccepted,
  isHidden,
  isSame,
  objectOf,
  readOf,
  sampleStatus,
  statusAfterWrite,
  statusWrite,
  undecided,
  exercised,
} from "#harness";
import type { Finding, SettledEvents, Step, Written } from "#harness";

interface Observations {
  readonly held: Written;
  readonly submitted: JsonObject;
  /** The submitted status and the fields of the initial status that the write preserves. */
  readonly expected?: JsonObject;
  readonly write: Step;
  readonly read: Step;
  readonly settled: SettledEvents;
}

const goesOn = "deletion.status-writes-go-on";

export const statusWritesGoOn = defineCheck<Observations>({
  id: "deletion/status-writes-go-on",
  title:
    "A status write to a terminating object is stored, causes an event, and does not " +
    "affect the deletion",
  covers: [goesOn, "write.keeps-deletion-time", "isolation.status-write-never-changes-metadata"],
  scope: "status-write",
  features: ["delete", "finalizers"],
  verbs: ["delete"],

  async drive(context) {
    const key = context.unusedKey();
    await createHeld(context, key);
    const held = await deleteHeld(context, key);
    const submitted = sampleStatus(context, 0);
    const { resourceVersion } = held.object.metadata;
    const write = await context.call(
      statusWrite(context, key, { resourceVersion, status: submitted }),
    );
    const read = await context.call(readOf(key));
    const expected = statusAfterWrite(context, held.object, submitted);
    return { held, submitted, expected, write, read, settled: await context.settle(key) };
  },

  judge(observations) {
    const { held, write, read } = observations;
    const { deletionTimestamp, finalizers } = held.object.metadata;
    return [
      ...judgeAccepted(observations),
      given("write.keeps-deletion-time", { write, read }, (of) => ({
        holds: isSame(deletionTimestamp, of.read.metadata.deletionTimestamp),
        expected: `the deletion timestamp stays ${deletionTimestamp}`,
        actual: `the deletion timestamp is ${of.read.metadata.deletionTimestamp ?? "absent"}`,
        ...exercised(deletionTimestamp !== undefined, "the object has no deletion timestamp"),
      })),
      given("isolation.status-write-never-changes-metadata", { write, read }, (of) => ({
        holds: isSame(finalizers, of.read.metadata.finalizers),
        expected: `the finalizers are ${JSON.stringify(finalizers)}, as before`,
        actual: describeDifferences("finalizers", finalizers, of.read.metadata.finalizers),
      })),
    ];
  },
});

function judgeAccepted({
  held,
  submitted,
  expected = submitted,
  write,
  read,
  settled,
}: Observations): readonly Finding[] {
  const evidence = [held.exchange, write.exchange, read.exchange];
  const broken = failureOf(write) ?? failureOf(read);
  if (broken !== undefined) return [errored(goesOn, broken, evidence)];
  const stored = objectOf(read)?.status;
  const accepted =
    isAccepted(write) && isHidden(read)
      ? undecided(goesOn, describeStep(read), evidence)
      : claim(goesOn, {
          holds: isAccepted(write) && isSame(expected, stored),
          expected: "the status is accepted and stored",
          actual: isAccepted(write)
            ? describeDifferences("the stored status", expected, stored)
            : describeStep(write),
          evidence,
        });
  const written = objectOf(write);
  if (!settled.watched || written === undefined) return [accepted];
  return [accepted, judgeEvent(written, settled, evidence)];
}

function judgeEvent(
  written: Resource,
  settled: SettledEvents,
  evidence: readonly number[],
): Finding {
  const events = eventsOf(settled.events, keyOf(written));
  const { resourceVersion } = written.metadata;
  const own = events.filter((event) => event.resourceVersion === resourceVersion);
  return givenDelivery(goesOn, { watches: [settled], evidence }, () => ({
    holds: own.every(({ type }) => type === "MODIFIED"),
    expected: `the event for version ${resourceVersion} is MODIFIED`,
    actual: describeEvents(events),
    // Another requirement judges missing events.
    ...exercised(own.length, "the watch delivered no event for the status write"),
  }));
}
