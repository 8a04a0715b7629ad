import { describeOutcome } from "#contract";
import type { JsonObject, Resource } from "#contract";
import {
  claim,
  defineCheck,
  describeDifferences,
  errored,
  failureOf,
  given,
  isAccepted,
  isSame,
  listOf,
  objectOf,
  readOf,
  sampleStatus,
  statusAfterWrite,
  statusWrite,
  twoSpellingsOf,
  withCause,
  nothingToJudge,
} from "#harness";
import type { Finding, SettledEvents, Step } from "#harness";

interface Observations {
  readonly submitted: JsonObject;
  /** The submitted status and the fields of the initial status that the write preserves. */
  readonly expected?: JsonObject;
  readonly before: Resource;
  readonly write: Step;
  readonly read: Step;
  /** Absent if the kind cannot be listed. */
  readonly list?: Step;
  /** The events of the object. Absent in records of earlier releases. */
  readonly settled?: SettledEvents;
}

export const storesSubmittedStatus = defineCheck<Observations>({
  id: "write/stores-submitted-status",
  title: "A status write stores exactly the submitted status, and every read shows it",
  covers: [
    "write.stores-submitted-status",
    "write.returns-complete-object",
    "write.visible-to-later-reads",
    "write.keeps-identity",
    "concurrency.version-changes-with-content",
    "generation.ignores-status-writes",
  ],
  scope: "status-write",

  async drive(context) {
    const { key, object: before } = await context.fixture();
    const submitted = sampleStatus(context, context.random.below(3));
    const { resourceVersion } = before.metadata;

    const write = await context.call(
      statusWrite(context, key, { resourceVersion, status: submitted }),
    );
    const read = await context.call(readOf(key));

    const isListed = context.kind.operations.list.length > 0;
    const list = isListed ? await context.call(listOf(context, key)) : undefined;
    const settled = await context.settle(key);
    return {
      submitted,
      expected: statusAfterWrite(context, before, submitted),
      before,
      write,
      read,
      ...(list === undefined ? {} : { list }),
      settled,
    };
  },

  judge(observations) {
    const { before, write, read } = observations;
    return [
      judgeStored(observations),
      given("write.returns-complete-object", { write, read }, (of) => ({
        holds: !isSilent(write) && isSame(of.read, of.write) && of.write.spec !== undefined,
        expected:
          "the response is the complete stored object: spec, status, and metadata with the new version",
        actual: describeReply(write, of),
        remark: describeSpellings(observations, of),
      })),
      ...judgeVisible(observations),
      withCause(judgeIdentity(before, read), [write]),
      given("concurrency.version-changes-with-content", { write, read }, (of) => ({
        holds: of.write.metadata.resourceVersion !== before.metadata.resourceVersion,
        expected: `a version other than ${before.metadata.resourceVersion}`,
        actual: `version ${of.write.metadata.resourceVersion}`,
      })),
      given("generation.ignores-status-writes", { write, read }, (of) => ({
        holds: of.read.metadata.generation === before.metadata.generation,
        expected: `generation ${before.metadata.generation ?? "absent"}, as before`,
        actual: `generation ${of.read.metadata.generation ?? "absent"}`,
      })),
    ];
  },
});

function describeSpellings(
  { list, settled }: Observations,
  { read, write }: { readonly read: Resource; readonly write: Resource },
): string | undefined {
  const { resourceVersion } = write.metadata;
  const items = list?.outcome.result === "list" ? list.outcome.items : [];
  const event = settled?.events.find((each) => each.resourceVersion === resourceVersion);
  const others = {
    "the response to a write": write,
    "a list": listedObject(items, write),
    "a watch event": event?.object,
  };
  for (const [where, object] of Object.entries(others)) {
    const spellings = object === undefined ? undefined : twoSpellingsOf(read, object);
    if (spellings !== undefined) {
      return `a read and ${where} format the same value differently: ${spellings}`;
    }
  }
  return undefined;
}

/** Whether the response did not contain the stored object, so that the driver read the object after the write. */
function isSilent({ outcome }: Step): boolean {
  return outcome.result === "object" && outcome.isFromRead === true;
}

function describeReply(
  step: Step,
  { read, write }: { readonly read: Resource; readonly write: Resource },
): string {
  const { outcome } = step;
  if (outcome.result === "object" && outcome.isReplyOutdated === true) {
    return "the response shows the object as it was before the write";
  }
  if (isSilent(step)) return "the response contains no object";
  if (write.spec === undefined) return "the response has no spec";
  return describeDifferences("the response", read, write);
}

function judgeIdentity(before: Resource, read: Step): Finding {
  return given("write.keeps-identity", { read }, (of) => ({
    holds: isSame(identityOf(before), identityOf(of.read)),
    expected: "name, namespace, uid and creation time are unchanged",
    actual: describeDifferences("metadata", identityOf(before), identityOf(of.read)),
  }));
}

function judgeStored(observations: Observations): Finding {
  const requirement = "write.stores-submitted-status";
  const { write, read, submitted, expected = submitted } = observations;
  const evidence = [write.exchange, read.exchange];
  const broken = failureOf(write) ?? failureOf(read);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const stored = objectOf(read)?.status;
  return claim(requirement, {
    holds: isAccepted(write) && isSame(expected, stored),
    expected: `the write is accepted, and the stored status is ${JSON.stringify(expected)}`,
    actual: isAccepted(write)
      ? describeDifferences("the stored status", expected, stored)
      : describeOutcome(write.outcome),
    evidence,
  });
}

function judgeVisible({ write, read, list }: Observations): readonly Finding[] {
  const requirement = "write.visible-to-later-reads";
  const seen = given(requirement, { write, read }, (of) => ({
    holds: isSame(of.write, of.read),
    expected: "a read after the write returns the same object as the write",
    actual: describeDifferences("the object read", of.write, of.read),
  }));
  if (list === undefined) return [seen];
  const lost = failureOf(list);
  if (lost !== undefined) return [seen, errored(requirement, lost, [list.exchange])];
  if (list.outcome.result !== "list") {
    return [seen, nothingToJudge(requirement, list, [list.exchange])];
  }
  const { items } = list.outcome;
  const listed = given(requirement, { write }, (of) => ({
    holds: isSame(of.write, listedObject(items, of.write)),
    expected: "a list after the write contains the same object as the response to the write",
    actual: describeDifferences("the object listed", of.write, listedObject(items, of.write)),
  }));
  return [seen, withCause(listed, [list])];
}

function listedObject(items: readonly Resource[], like: Resource): Resource | undefined {
  return items.find((item) => item.metadata.name === like.metadata.name);
}

function identityOf(resource: Resource): Readonly<Record<string, unknown>> {
  const { name, namespace, uid, creationTimestamp } = resource.metadata;
  return { name, namespace, uid, creationTimestamp };
}
