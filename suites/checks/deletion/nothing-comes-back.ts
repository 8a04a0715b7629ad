import { describeOutcome } from "#contract";
import type { RefusalReason, UpdateStatusCommand } from "#contract";
import {
  acceptedObject,
  claim,
  defineCheck,
  deleteObject,
  describeEvents,
  describeStep,
  errored,
  eventsOf,
  failureOf,
  givenDelivery,
  isAccepted,
  isHidden,
  judgeReason,
  readOf,
  sampleStatus,
  separateRepetitions,
  statusWrite,
  undecided,
  supports,
} from "#harness";
import type { Finding, SeenEvent, SettledEvents, Step } from "#harness";

interface Observations {
  readonly control: Step;
  /** Status writes after the delete request: with the last version, with the uid, and as a dry run. */
  readonly attempts: readonly Step[];
  readonly read: Step;
  readonly settled: SettledEvents;
}

const requirement = "deletion.nothing-comes-back";

export const nothingComesBack = defineCheck<Observations>({
  id: "deletion/nothing-comes-back",
  title:
    "A status write to a deleted object is rejected as not found, and the object stays deleted",
  covers: [requirement],
  scope: "status-write",
  features: ["delete"],
  verbs: ["delete"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const status = sampleStatus(context, 0);
    const control = await context.call(
      statusWrite(context, key, { resourceVersion: object.metadata.resourceVersion, status }),
    );
    const last = acceptedObject(control, "a status write failed").metadata;
    await deleteObject(context, key);
    const late = { resourceVersion: last.resourceVersion, status: sampleStatus(context, 1) };
    const takesUid =
      supports(context, "precondition.uid") &&
      context.kind.withoutUid?.includes(context.via) !== true;
    const forms: readonly Partial<UpdateStatusCommand>[] = [
      {},
      ...(takesUid ? [{ uid: last.uid }] : []),
      ...(supports(context, "dry-run") ? [{ options: { dryRun: true } }] : []),
    ];
    const attempts: Step[] = [];
    for (const form of forms) {
      attempts.push(await context.call(statusWrite(context, key, { ...late, ...form })));
    }
    const read = await context.call(readOf(key));
    return { control, attempts, read, settled: await context.settle(key) };
  },

  judge({ control, attempts, read, settled }) {
    const evidence = [...attempts.map(({ exchange }) => exchange), read.exchange];
    const because = "the object was deleted";
    return [
      ...attempts.map((attempt) => {
        const reasons = reasonsFor(attempt);
        return judgeReason({ attempt, control, after: read }, { requirement, reasons, because });
      }),
      judgeRead(read, evidence),
      ...(settled.watched ? [judgeEvents({ attempts, read, settled }, evidence)] : []),
    ];
  },
});

/** The uid of a write to a deleted object is an unmet precondition as well, and may be checked first. */
function reasonsFor({ command }: Step): readonly RefusalReason[] {
  const names = command.verb === "updateStatus" && command.uid !== undefined;
  return names ? ["notFound", "conflict"] : ["notFound"];
}

function judgeEvents(
  { attempts, read, settled }: Omit<Observations, "control">,
  evidence: readonly number[],
): Finding {
  const events =
    read.command.verb === "read" ? eventsOf(settled.events, read.command.key) : settled.events;
  const during = afterEnd(events);
  const requests = attempts.length;
  const { fresh, doubt } = separateRepetitions({ all: events, during, requests });
  const delivered = givenDelivery(requirement, { watches: [settled], evidence }, () => ({
    holds: during.length === 0,
    expected: "no event for the object after its deletion",
    actual: describeEvents(events),
  }));
  const isDoubtful = delivered.result === "violated" && fresh.length === 0 && doubt !== undefined;
  return isDoubtful ? undecided(requirement, doubt, delivered.evidence) : delivered;
}

function judgeRead(read: Step, evidence: readonly number[]): Finding {
  const lost = failureOf(read);
  if (lost !== undefined) return errored(requirement, lost, evidence);
  if (isHidden(read)) return undecided(requirement, describeStep(read), evidence);
  return claim(requirement, {
    holds: !isAccepted(read),
    expected: "the object stays deleted",
    actual: describeOutcome(read.outcome),
    evidence,
  });
}

/**
 * Returns the events after the DELETED event that do not repeat the deletion. Empty without a DELETED event: another
 * requirement judges its absence.
 */
function afterEnd(events: readonly SeenEvent[]): readonly SeenEvent[] {
  const end = events.findIndex(({ type }) => type === "DELETED");
  return end === -1 ? [] : events.slice(end).filter(({ type }) => type !== "DELETED");
}
