import { keyOf } from "#contract";
import type { Resource } from "#contract";
import {
  acceptedObject,
  claim,
  createHeld,
  defineCheck,
  describeDifferences,
  describeEvents,
  describeStep,
  errored,
  failureOf,
  eventsOf,
  given,
  givenDelivery,
  holdingFinalizer,
  judgeNoneMoved,
  judgeRefusal,
  listOf,
  isAccepted,
  isHidden,
  isSame,
  isSent,
  objectOf,
  readinessOf,
  readOf,
  requestDeletion,
  sampleStatus,
  specWrite,
  statusWrite,
  tryRefusal,
  undecided,
  vacuous,
  versionsOf,
  withCause,
  incidental,
  exercised,
} from "#harness";
import type { CheckContext, Finding, RefusalTrial, SettledEvents, Step, Written } from "#harness";

interface Observations {
  readonly created: Written;
  /** The object after a status write, before the delete request. Absent without status writes, and in older records. */
  readonly reported?: Written;
  readonly held: Step;
  readonly list: Step;
  readonly settled: SettledEvents;
  /** An update that adds a finalizer. Its control adds none. Absent if the object was gone. */
  readonly late?: RefusalTrial;
  /** The object after the update without the finalizer. Absent in older records. */
  readonly updated?: Step;
}

const waits = "deletion.waits-for-finalizers";
const counts = "generation.counts-requested-deletion";
const refuses = "deletion.new-finalizers-refused";
const moves = "concurrency.version-changes-with-content";
const announces = "watch.one-event-per-write";

const lateFinalizer = "conformance.example/late";

export const waitsForFinalizers = defineCheck<Observations>({
  id: "deletion/waits-for-finalizers",
  title:
    "An object with finalizers remains after a delete request, gets a deletion " +
    "timestamp, and accepts no new finalizers",
  covers: [
    waits,
    counts,
    refuses,
    moves,
    announces,
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  needsNoStatus: true,
  features: ["delete", "finalizers"],
  verbs: ["delete", "update"],

  async drive(context) {
    const key = context.unusedKey();
    const created = await createHeld(context, key);
    const reported = await report(context, created);
    await requestDeletion(context, key);
    const held = await context.call(readOf(key));
    const list = await context.call(listOf(context, key));
    const settled = await context.settle(key);
    const left = objectOf(held);
    const seen = { created, ...(reported === undefined ? {} : { reported }), held, list, settled };
    if (left === undefined) return seen;
    const late = await tryLate(context, left);
    return { ...seen, late, updated: await context.call(readOf(key)) };
  },

  judge({ created, reported, held, list, settled, late, updated }, { features }) {
    const { generation: before = 0, name, finalizers = [] } = (reported ?? created).object.metadata;
    if (!finalizers.includes(holdingFinalizer)) return unheld(reported ?? created);
    const items = list.outcome.result === "list" ? list.outcome.items : [];
    const listed = items.find(({ metadata }) => metadata.name === name);
    return [
      judgeShown("a read", objectOf(held), held),
      ...(isSent(list) ? [judgeShown("a list", listed, list)] : []),
      ...judgeKept(reported, held, "the deletion request"),
      ...judgeKept(
        reported,
        isShown(updated) ? updated : undefined,
        "an update of the object that is being deleted",
      ),
      ...(settled.watched ? [judgeEvents(created, reported, settled)] : []),
      given(counts, { held }, ({ held: { metadata } }) => ({
        holds: metadata.generation === before + 1,
        expected: `generation ${before + 1}, because the deletion was requested`,
        actual: `generation ${metadata.generation}`,
        ...exercised(features.includes("generation"), "objects have no generation"),
      })),
      ...judgeVersion(reported ?? created, held),
      ...(settled.watched
        ? [judgeAnnouncement(reported ?? created, held, settled)]
        : vacuous([announces], "the kind has no watch")),
      ...(late === undefined
        ? [
            undecided(refuses, "the deletion did not wait for the object's finalizers", []),
            ...judgeNoneMoved([]),
          ]
        : judgeLate(late)),
    ];
  },
});

function isShown(step: Step | undefined): boolean {
  return step !== undefined && objectOf(step) !== undefined;
}

function unheld({ exchange }: Written): readonly Finding[] {
  const reason = "the object lost its finalizer before its deletion";
  return [
    undecided(waits, reason, [exchange]),
    undecided(refuses, reason, [exchange]),
    ...incidental([counts, moves, announces], reason),
    ...judgeNoneMoved([]),
  ];
}

/**
 * Writes a status and reads the object, because the response to the write may be lost or outdated. Undefined if the
 * kind has no status.
 */
async function report(context: CheckContext, created: Written): Promise<Written | undefined> {
  if (context.via === "") return undefined;
  const { resourceVersion } = created.object.metadata;
  const key = keyOf(created.object);
  const status = sampleStatus(context, 0);
  await context.call(statusWrite(context, key, { resourceVersion, status }));
  const shown = await context.call(readOf(key));
  const object = acceptedObject(shown, "the object could not be read before its deletion");
  return { exchange: shown.exchange, object };
}

function judgeKept(
  reported: Written | undefined,
  held: Step | undefined,
  event: string,
): readonly Finding[] {
  if (reported === undefined || held === undefined) return [];
  const { status } = reported.object;
  const kept = given(waits, { held }, (of) => ({
    holds: isSame(status, of.held.status),
    expected: `the status is unchanged after ${event}`,
    actual: describeDifferences("the status", status, of.held.status),
  }));
  return [withCause(kept, [reported])];
}

function tryLate(context: CheckContext, left: Resource): Promise<RefusalTrial> {
  const key = keyOf(left);
  const { resourceVersion } = left.metadata;
  const finalizers = [holdingFinalizer, lateFinalizer];
  return tryRefusal(context, {
    key,
    attempt: specWrite(key, { resourceVersion, finalizers }),
    repair: ({ metadata }) =>
      specWrite(key, {
        resourceVersion: metadata.resourceVersion,
        finalizers: [holdingFinalizer],
      }),
  });
}

/** An update that ignores the finalizer instead of being rejected adds none either. */
function judgeLate(late: RefusalTrial): readonly Finding[] {
  const { attempt, after } = late;
  const shown = [objectOf(attempt), objectOf(after)];
  if (isAccepted(attempt) && shown.every((object) => isWithoutLate(object))) {
    const ignored = claim(refuses, {
      holds: true,
      expected: "",
      actual: "",
      evidence: [attempt.exchange, after.exchange],
      remark: "judged by its effect: the update was accepted, but its new finalizer was not added",
    });
    return [ignored, ...judgeNoneMoved([])];
  }
  const because = "a finalizer is added to an object that is being deleted";
  // The control rules out that the caller lacks a permission, or that the version is stale.
  const reasons = ["invalid", "conflict", "forbidden"] as const;
  return judgeRefusal(late, { requirement: refuses, reasons, because });
}

function isWithoutLate(object: Resource | undefined): boolean {
  return object !== undefined && object.metadata.finalizers?.includes(lateFinalizer) !== true;
}

function judgeShown(where: string, object: Resource | undefined, step: Step): Finding {
  const lost = failureOf(step);
  if (lost !== undefined) return errored(waits, lost, [step.exchange]);
  if (isHidden(step)) return undecided(waits, describeStep(step), [step.exchange]);
  const readiness = object === undefined ? undefined : readinessOf(object);
  const finalizers = object?.metadata.finalizers ?? [];
  return claim(waits, {
    holds: readiness?.state === "Terminating" && finalizers.includes(holdingFinalizer),
    expected: `${where} shows the object with its deletion timestamp and finalizer`,
    actual:
      readiness === undefined
        ? "the object no longer exists"
        : `the object appears as ${readiness.state}, because ${readiness.because}; its finalizers are ${JSON.stringify(finalizers)}`,
    evidence: [step.exchange],
  });
}

/** Requires a new version if the object shows the delete request. Otherwise the object has not changed. */
function judgeVersion(created: Written, held: Step): readonly Finding[] {
  const left = objectOf(held);
  if (left === undefined || !isTerminating(left))
    return incidental([moves], "the object does not show that its deletion was requested");
  const { resourceVersion: before } = created.object.metadata;
  const { resourceVersion: after } = left.metadata;
  return [
    claim(moves, {
      holds: after !== before,
      expected: `a version other than ${before}, because the deletion of the object was requested`,
      actual: `version ${after}`,
      evidence: [created.exchange, held.exchange],
    }),
  ];
}

function judgeEvents(
  created: Written,
  reported: Written | undefined,
  settled: SettledEvents,
): Finding {
  const { object, exchange } = created;
  const events = eventsOf(settled.events, keyOf(object));
  const before = versionsOf(reported === undefined ? [created] : [created, reported]);
  const shown = events.filter(
    ({ type, resourceVersion }) => type === "MODIFIED" && !before.includes(resourceVersion),
  );
  return givenDelivery(waits, { watches: [settled], evidence: [exchange] }, () => ({
    holds:
      shown.every(({ object: state }) => isTerminating(state)) &&
      !events.some(({ type }) => type === "DELETED"),
    expected: "the delete request causes a MODIFIED event with the deletion timestamp",
    actual: describeEvents(events),
    // Another finding covers a missing event.
    ...exercised(shown.length, "the watch delivered no MODIFIED event for the delete request"),
  }));
}

function judgeAnnouncement(before: Written, held: Step, settled: SettledEvents): Finding {
  const left = objectOf(held);
  const evidence = [before.exchange, held.exchange];
  const { resourceVersion } = before.object.metadata;
  const isVisible = isTerminating(left) && left?.metadata.resourceVersion !== resourceVersion;
  const events = eventsOf(settled.events, keyOf(before.object));
  const last = events.findLastIndex((event) => event.resourceVersion === resourceVersion);
  return givenDelivery(announces, { watches: [settled], evidence }, () => ({
    holds: !isVisible || events.length > last + 1,
    expected: `an event after version ${resourceVersion}, because the object got a deletion timestamp`,
    actual: describeEvents(events),
    ...exercised(isVisible, "the object does not show that its deletion was requested"),
  }));
}

function isTerminating(object: Resource | undefined): boolean {
  return object !== undefined && readinessOf(object).state === "Terminating";
}
