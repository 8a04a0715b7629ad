import { keyOf } from "#contract";
import type { JsonObject, Resource, UpdateCommand } from "#contract";
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
  readVersion,
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
  /** The object after the status write, according to a read. Absent in records of earlier versions. */
  readonly before?: Resource;
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
    const before = await readVersion(context, current);
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
    const observed = { allocated, first, before, writes, read, settled };
    if (context.kind.operations.list.length === 0) return observed;
    return { ...observed, list: await context.call(listOf(context, key)) };
  },

  judge(observations) {
    const { first, writes, read } = observations;
    const forms = formsOf(observations);
    const [allocated = {}] = forms;
    if (Object.keys(allocated).length === 0) {
      return [undecided(requirement, "no status was stored", [first.exchange])];
    }
    return [
      ...writes.map((write) =>
        given(requirement, { write }, (of) => ({
          holds: isAmong(forms, of.write.status),
          expected: "the response to the author's write contains the allocated status",
          actual: describeDifferences("the status", allocated, of.write.status),
        })),
      ),
      withCause(judgeRead(allocated, read), writes),
      ...judgeCopies(forms, observations),
    ];
  },
});

/**
 * Returns the status in a read after the status write, and in its response, if a read after all other writes shows one
 * of them. Otherwise returns the submitted status. Other requirements judge whether the status was stored as submitted,
 * and whether the response and a read are equal.
 */
function formsOf({ allocated, first, before, read }: Observations): readonly JsonObject[] {
  const last = objectOf(read)?.status;
  const forms = [before?.status, objectOf(first)?.status].filter((form) => form !== undefined);
  const [shown] = before === undefined ? [] : forms;
  if (shown !== undefined && isSame(shown, last)) return forms;
  const kept = forms.find((form) => isSame(form, last));
  return [kept ?? allocated];
}

function isAmong(forms: readonly JsonObject[], status: JsonObject | undefined): boolean {
  return forms.some((form) => isSame(form, status));
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

function judgeCopies(forms: readonly JsonObject[], observations: Observations): readonly Finding[] {
  const { writes, list, settled } = observations;
  const evidence = writes.map(({ exchange }) => exchange);
  const inList = list === undefined ? [] : [judgeList(forms, observations, list)];
  if (!settled.watched) return inList;
  const versions = new Set(writes.map((write) => objectOf(write)?.metadata.resourceVersion));
  const since = settled.events.filter((event) => versions.has(event.resourceVersion));
  const inEvents = givenDelivery(requirement, { watches: [settled], evidence }, () => ({
    holds: since.every(({ object }) => isAmong(forms, object?.status)),
    expected: "the events for the author's writes contain the allocated status",
    actual: `the allocated status is missing from some events: ${describeEvents(since)}`,
    instances: since.length,
  }));
  return [...inList, inEvents];
}

function judgeList(
  forms: readonly JsonObject[],
  { writes, read }: Observations,
  list: Step,
): Finding {
  const [allocated] = forms;
  const evidence = [...writes.map(({ exchange }) => exchange), list.exchange];
  const items = list.outcome.result === "list" ? list.outcome.items : [];
  const name = "key" in read.command ? read.command.key.name : undefined;
  const listed = items.find(({ metadata }) => metadata.name === name);
  const shown = afterAccepted(requirement, [list], () =>
    // A list without the object violates another requirement.
    listed === undefined
      ? undecided(requirement, "the list does not contain the object", evidence)
      : claim(requirement, {
          holds: isAmong(forms, listed.status),
          expected: "a list after all writes returns the allocated status",
          actual: describeDifferences("the status", allocated, listed.status),
          evidence,
        }),
  );
  return withCause(shown, writes);
}
