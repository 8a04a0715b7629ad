import { keyOf } from "#contract";
import type { JsonObject, UpdateCommand } from "#contract";
import {
  acceptedObject,
  afterAccepted,
  claim,
  defineCheck,
  describeDifferences,
  describeEvents,
  given,
  givenDelivery,
  isSame,
  listOf,
  objectOf,
  readOf,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusAfterWrite,
  statusWrite,
  undecided,
  withCause,
  supports,
} from "#harness";
import type { CheckContext, Finding, SettledEvents, Step } from "#harness";

interface Observations {
  readonly allocated: JsonObject;
  readonly first: Step;
  readonly writes: readonly Step[];
  readonly read: Step;
  readonly list?: Step;
  readonly settled: SettledEvents;
}

const requirement = "allocation.survives-other-writes";

export const survivesOtherWrites = defineCheck<Observations>({
  id: "allocation/survives-other-writes",
  title: "An allocated value survives every write to spec and metadata",
  covers: [requirement],
  scope: "kind",
  verbs: ["update"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const status = sampleStatus(context, 0);
    const allocated = statusAfterWrite(context, object, status);
    const { resourceVersion } = object.metadata;
    const first = await context.call(statusWrite(context, key, { resourceVersion, status }));
    let current = acceptedObject(first, "a status write failed");
    const writes: Step[] = [];
    for (const content of writesOf(context)) {
      const { resourceVersion: version } = current.metadata;
      const step = await context.call(
        specWrite(keyOf(current), { resourceVersion: version, ...content }),
      );
      current = acceptedObject(step, "a write by the author was not accepted");
      writes.push(step);
    }
    const read = await context.call(readOf(key));
    const settled = await context.settle(key);
    const observed = { allocated, first, writes, read, settled };
    if (context.kind.operations.list.length === 0) return observed;
    return { ...observed, list: await context.call(listOf(context, key)) };
  },

  judge(submitted) {
    const observations = { ...submitted, allocated: storedIn(submitted) };
    const { allocated, writes, read } = observations;
    if (Object.keys(allocated).length === 0) {
      return [undecided(requirement, "no status was stored", [submitted.first.exchange])];
    }
    return [
      ...writes.map((write) =>
        given(requirement, { write }, (of) => ({
          holds: isSame(allocated, of.write.status),
          expected: "the response to the author's write contains the allocated status",
          actual: describeDifferences("the status", allocated, of.write.status),
        })),
      ),
      withCause(judgeRead(allocated, read), writes),
      ...judgeCopies(observations),
    ];
  },
});

/**
 * Returns the status in the response if a read after all other writes shows the same status, otherwise the submitted
 * one. Another requirement judges whether the status was stored as submitted.
 */
function storedIn({ allocated, first, read }: Observations): JsonObject {
  const shown = objectOf(first)?.status;
  const isKept = shown !== undefined && isSame(shown, objectOf(read)?.status);
  return isKept ? shown : allocated;
}

function judgeRead(allocated: JsonObject, read: Step): Finding {
  return given(requirement, { read }, (of) => ({
    holds: isSame(allocated, of.read.status),
    expected: "a read after all writes returns the allocated status",
    actual: describeDifferences("the status", allocated, of.read.status),
  }));
}

/**
 * Writes that must preserve the status. Spec writes are repeated, because a server may lose the status only after
 * several writes.
 */
function writesOf(context: CheckContext): readonly Partial<UpdateCommand>[] {
  const spec = (index: number): Partial<UpdateCommand> => ({ spec: sampleSpec(context, index) });
  return [
    spec(1),
    spec(2),
    ...(supports(context, "labels.write") ? [{ labels: { ...context.label, tier: "a" } }] : []),
    ...(supports(context, "labels.write") && context.kind.isWithoutAnnotations === undefined
      ? [{ annotations: { note: "a" } }]
      : []),
    ...(supports(context, "finalizers")
      ? [{ finalizers: ["conformance.example/hold"] }, { finalizers: [] }]
      : []),
    spec(0),
    spec(1),
  ];
}

function judgeCopies(observations: Observations): readonly Finding[] {
  const { allocated, writes, list, settled } = observations;
  const evidence = writes.map(({ exchange }) => exchange);
  const inList = list === undefined ? [] : [judgeList(observations, list)];
  if (!settled.watched) return inList;
  const versions = new Set(writes.map((write) => objectOf(write)?.metadata.resourceVersion));
  const since = settled.events.filter((event) => versions.has(event.resourceVersion));
  const inEvents = givenDelivery(requirement, { watches: [settled], evidence }, () => ({
    holds: since.every(({ object }) => isSame(allocated, object?.status)),
    expected: "the events for the author's writes contain the allocated status",
    actual: `the allocated status is missing from some events: ${describeEvents(since)}`,
    instances: since.length,
  }));
  return [...inList, inEvents];
}

function judgeList({ allocated, writes, read }: Observations, list: Step): Finding {
  const evidence = [...writes.map(({ exchange }) => exchange), list.exchange];
  const items = list.outcome.result === "list" ? list.outcome.items : [];
  const name = "key" in read.command ? read.command.key.name : undefined;
  const listed = items.find(({ metadata }) => metadata.name === name);
  const shown = afterAccepted(requirement, [list], () =>
    // A list without the object violates another requirement.
    listed === undefined
      ? undecided(requirement, "the list does not contain the object", evidence)
      : claim(requirement, {
          holds: isSame(allocated, listed.status),
          expected: "a list after all writes returns the allocated status",
          actual: describeDifferences("the status", allocated, listed.status),
          evidence,
        }),
  );
  return withCause(shown, writes);
}
