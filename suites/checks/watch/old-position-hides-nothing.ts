import { counted, describeKey, describeWatchEnd, keyOf } from "#contract";
import type { Resource } from "#contract";
import {
  claim,
  defineCheck,
  eventsOf,
  incidental,
  isSame,
  objectOf,
  readOf,
  resumesFromTokens,
  rulesFor,
} from "#harness";
import type { Finding, Step, WatchObservation } from "#harness";

/** Empty if no object is known to have changed, or if no watch can start from the version of an object. */
interface Observations {
  readonly replay?: Replay;
}

interface Replay {
  /** The first object of the run, as it was created. */
  readonly first: Resource;
  readonly read: Step;
  /** A watch from the version of the created object. */
  readonly watch: WatchObservation;
}

const requirement = "watch.resumes-after-version";

/**
 * Watches from the version of the first object of a run, after all other cases. A server that has dropped the events
 * after that version must reject the watch. If it starts with the oldest event that it retains, or with the next one,
 * the change of the first object is missing.
 */
export const oldPositionHidesNothing = defineCheck<Observations>({
  id: "watch/old-position-hides-nothing",
  title: "A watch from an old version is rejected, or delivers the changes after that version",
  covers: [requirement],
  decides: [],
  scope: "kind",
  isLast: true,
  features: ["watch.resume"],
  verbs: ["watch"],

  async drive(context) {
    const first = context.firstObject();
    const { versionScope } = rulesFor(context).semantics;
    if (first === undefined || versionScope === "object" || resumesFromTokens(context)) return {};
    const key = keyOf(first);
    const read = await context.call(readOf(key));
    if (!hasChanged(first, read)) return {};
    const { kind, namespace } = key;
    const { resourceVersion } = first.metadata;
    await using watch = await context.watch({
      verb: "watch",
      identity: "controller",
      kind,
      ...(namespace === undefined ? {} : { namespace }),
      resourceVersion,
    });
    await watch.until((events) => eventsOf(events, key).length > 0);
    // Later events need not be awaited, and may be many.
    if (eventsOf(watch.observe().events, key).length === 0) await watch.fence();
    return { replay: { first, read, watch: await watch.close() } };
  },

  judge: ({ replay }) =>
    [
      replay === undefined
        ? incidental([requirement], "no object of the run is known to have changed")
        : judgeReplay(replay),
    ].flat(),
});

/** Whether an object no longer exists, or has another version. */
function hasChanged({ metadata }: Resource, { outcome, ...read }: Step): boolean {
  if (outcome.result === "refused") return outcome.refusal.reason === "notFound";
  const now = objectOf({ outcome, ...read });
  return now !== undefined && !isSame(now.metadata.resourceVersion, metadata.resourceVersion);
}

function judgeReplay({ first, read, watch }: Replay): readonly Finding[] {
  const key = keyOf(first);
  const { events, end, reached } = watch;
  // A stream that ends after other events may have ended too early.
  const isServed = reached || (end?.end === "completed" && events.length === 0);
  if (!isServed || eventsOf(events, key).length > 0) {
    return incidental([requirement], "the old watch was rejected, or delivered the first change");
  }
  const { resourceVersion } = first.metadata;
  const how = end === undefined || end.end === "closed" ? "" : `, and ${describeWatchEnd(end)}`;
  return [
    claim(requirement, {
      holds: false,
      expected: `the watch from ${resourceVersion} is rejected as expired, or delivers a change of ${describeKey(key)}, which has changed since`,
      actual: `${counted(events.length, "event")}, none of them about this object${how}`,
      evidence: [read.exchange, watch.exchange],
    }),
  ];
}
