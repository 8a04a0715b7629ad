import { keyOf } from "#contract";
import {
  acceptedObject,
  defineCheck,
  describeDifferences,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenDelivery,
  isSame,
  refusalOf,
  sampleStatus,
  statusWrite,
  undecided,
  versionsOf,
  writeSpecOrStatus,
  writeStatuses,
} from "#harness";
import type { CheckContext, Finding, SeenEvent, SettledEvents, Written } from "#harness";

interface Observations {
  readonly created: Written;
  readonly writes: readonly Written[];
  /** Rejected sample statuses. Another requirement judges events for them. Absent in records of earlier versions. */
  readonly refused?: readonly number[];
  readonly settled: SettledEvents;
}

/** Maximum number of sample statuses to write. Their values vary more than those of counted statuses. */
const mostSamples = 3;

export const oneEventPerWrite = defineCheck<Observations>({
  id: "watch/one-event-per-write",
  title: "Every write causes one event, with the object as in the response",
  covers: [
    "watch.one-event-per-write",
    "watch.creation-is-added",
    "watch.event-carries-stored-object",
  ],
  scope: "status-write",
  verbs: ["watch"],

  async drive(context) {
    const fixture = await context.fixture();
    const { exchange, key, object, prior } = fixture;
    const created = { exchange, object: prior?.created ?? object };
    const first = await writeStatuses(context, fixture, [1, 2]);
    const spec = await writeSpecOrStatus(context, first.at(-1) ?? fixture, 1);
    const last = await writeStatuses(context, spec, [3]);
    const refused: number[] = [];
    const samples = await writeSamples(context, last.at(-1) ?? spec, refused);
    const settled = await context.settle(key);
    const writes = [...(prior?.writes ?? []), ...first, spec, ...last, ...samples];
    return { created, writes, refused, settled };
  },

  judge(observations) {
    return [judgeCreation(observations), judgeWrites(observations), judgeObjects(observations)];
  },
});

/** Some servers serialize some values, such as timestamps, differently in events. Adds rejections to `refused`. */
async function writeSamples(
  context: CheckContext,
  from: Written,
  refused: number[],
): Promise<readonly Written[]> {
  const written: Written[] = [];
  let current = from;
  for (const index of context.kind.samples.statuses.slice(0, mostSamples).keys()) {
    const { resourceVersion } = current.object.metadata;
    const write = { resourceVersion, status: sampleStatus(context, index) };
    const step = await context.call(statusWrite(context, keyOf(current.object), write));
    if (refusalOf(step) !== undefined) {
      refused.push(step.exchange);
      continue;
    }
    const object = acceptedObject(step, "a status write failed");
    // A write of the stored status causes no event.
    if (object.metadata.resourceVersion === resourceVersion) continue;
    current = { exchange: step.exchange, object };
    written.push(current);
  }
  return written;
}

function judgeCreation({ created, writes, settled }: Observations): Finding {
  const { resourceVersion } = created.object.metadata;
  // If later writes keep the version, their events also have the version of the created object.
  const isKept = versionsOf(writes).includes(resourceVersion);
  const added = seen({ created, settled }).filter(
    (event) => event.type === "ADDED" || (!isKept && event.resourceVersion === resourceVersion),
  );
  const evidence = [created.exchange];
  return givenDelivery("watch.creation-is-added", { watches: [settled], evidence }, () => ({
    holds: added.length === 1 && added[0]?.type === "ADDED",
    expected: `one ADDED event for the creation, at version ${resourceVersion}`,
    actual: describeEvents(added),
  }));
}

function judgeWrites({ created, writes, refused = [], settled }: Observations): Finding {
  const { resourceVersion } = created.object.metadata;
  const versions = versionsOf(writes);
  const wanted = versions.map((version) => `MODIFIED ${version}`);
  const rest = seen({ created, settled }).filter(
    (event) =>
      event.resourceVersion !== resourceVersion &&
      (refused.length === 0 || versions.includes(event.resourceVersion)),
  );
  const got = rest.map((event) => `${event.type} ${event.resourceVersion}`);
  const evidence = exchangesOf(writes);
  return givenDelivery("watch.one-event-per-write", { watches: [settled], evidence }, () => ({
    // Another requirement judges the order of the events.
    holds: isSame(wanted.toSorted(), got.toSorted()),
    expected: `after the creation, one event for each write: ${wanted.join(", ")}`,
    actual: describeEvents(rest),
    instances: writes.length,
  }));
}

function judgeObjects({ created, writes, settled }: Observations): Finding {
  const requirement = "watch.event-carries-stored-object";
  const events = seen({ created, settled });
  const pairs = [created, ...writes].flatMap((write) => {
    const { resourceVersion } = write.object.metadata;
    const event = events.find((candidate) => candidate.resourceVersion === resourceVersion);
    return event === undefined ? [] : [{ write, event }];
  });
  const evidence = exchangesOf([created, ...writes]);
  if (pairs.length === 0) return undecided(requirement, "no write caused an event", evidence);
  const wrong = pairs.find(({ write, event }) => !isSame(write.object, event.object));
  return givenDelivery(requirement, { watches: [settled], evidence }, () => ({
    holds: wrong === undefined,
    expected:
      "each event contains the same object as the response to the write that produced its version",
    actual: describeDifferences(
      `the object in the event for version ${wrong?.event.resourceVersion}`,
      wrong?.write.object,
      wrong?.event.object,
    ),
    instances: pairs.length,
  }));
}

function seen({
  created,
  settled,
}: Pick<Observations, "created" | "settled">): readonly SeenEvent[] {
  return eventsOf(settled.events, keyOf(created.object));
}
