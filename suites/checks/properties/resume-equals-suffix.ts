import type { ObjectKey, RequirementId, ResourceVersion, WatchEvent } from "#contract";
import {
  defineProperty,
  describeSequence,
  fenceSequence,
  labelOfSequence,
  play,
  simplerSequences,
  tally,
  watchOf,
} from "#harness";
import type { CheckContext, Judgement, Move, Played, WatchObservation } from "#harness";

interface Observed {
  readonly played: Played;
  /** A watch from the version of each event of the first object, except the last event and events without a version. */
  readonly resumed: readonly {
    readonly cursor: ResourceVersion;
    readonly watch: WatchObservation;
  }[];
}

const requirement = "watch.resumes-after-version";
const covers: readonly RequirementId[] = [requirement];

export const resumeEqualsSuffix = defineProperty<readonly Move[], Observed>({
  id: "properties/resume-equals-suffix",
  title: "A watch from the version of any event delivers exactly the changes after that event",
  covers,
  features: ["watch.resume"],
  verbs: ["update", "watch"],

  inputs: (context, { lifeSequences }) => lifeSequences(context, 8),
  simpler: simplerSequences,
  cost: 6,
  play: playAndResume,
  judge,
});

async function playAndResume(context: CheckContext, moves: readonly Move[]): Promise<Observed> {
  const played = await play(context, moves);
  const key = firstOf(played);
  const earlier = eventsOf(played).slice(0, -1).filter(isVersioned);
  const label = labelOfSequence(context, key);
  const { selector, ...whole } = watchOf(context, key);
  const command = selector === undefined ? whole : { ...whole, selector: label };
  const probes = await Promise.all(
    earlier.map(async ({ resourceVersion: cursor }) => ({
      cursor,
      probe: await context.watch({ ...command, resourceVersion: cursor }),
    })),
  );
  const isFenced = await fenceSequence(context, label);
  const resumed = await Promise.all(
    probes.map(async ({ cursor, probe }) => {
      const reached = await probe.until(isFenced);
      return { cursor, watch: { ...(await probe.close()), reached } };
    }),
  );
  return { played, resumed };
}

function eventsOf({ settled: [first] }: Played): readonly WatchEvent[] {
  return first?.watched === true && first.reached ? first.events : [];
}

function firstOf({ keys: [first] }: Played): ObjectKey {
  if (first === undefined) throw new Error("The command sequence has no object.");
  return first;
}

function isOf({ object, key }: WatchEvent, name: string): boolean {
  return (object?.metadata.name ?? key?.name) === name;
}

function judge({ played, resumed }: Observed): Judgement {
  // The removal may follow the first watch, and so occur only on the others.
  if (played.unremoved !== undefined) return { exercised: {} };
  const key = firstOf(played);
  const all = eventsOf(played);
  // If the first watch repeated events, the others may do so as well. Other requirements judge repetitions.
  const isRepeating = once(all).length < all.length;
  for (const { cursor, watch } of resumed) {
    if (!watch.reached) continue;
    const from = all.findIndex((event) => isVersioned(event) && event.resourceVersion === cursor);
    const expected = once(all.slice(from + 1)).map(describe);
    const own = watch.events.filter((event) => isOf(event, key.name));
    const actual = (isRepeating ? once(own) : own).map(describe);
    if (expected.join() === actual.join()) continue;
    return { exercised: {}, violation: violationOf({ played, cursor, watch, expected, actual }) };
  }
  return { exercised: tally(resumed.map(() => requirement)) };
}

/** Omits events with the uid, type and version of an earlier one. */
function once(events: readonly WatchEvent[]): readonly WatchEvent[] {
  const seen = new Set<string>();
  return events.filter((event) => {
    const text = `${event.object?.metadata.uid ?? ""} ${describe(event)}`;
    const isNew = !isVersioned(event) || !seen.has(text);
    seen.add(text);
    return isNew;
  });
}

/** The last known version of an object depends on when the event arrived. An event without a version has no other. */
function isVersioned({ isUnversioned }: WatchEvent): boolean {
  return isUnversioned !== true;
}

function describe(event: WatchEvent): string {
  return isVersioned(event) ? `${event.type} at version ${event.resourceVersion}` : event.type;
}

function violationOf(of: {
  readonly played: Played;
  readonly cursor: ResourceVersion;
  readonly watch: WatchObservation;
  readonly expected: readonly string[];
  readonly actual: readonly string[];
}): NonNullable<Judgement["violation"]> {
  const delivered = of.actual.length === 0 ? "no event" : of.actual.join(", ");
  const exchanges = of.played.steps.map(({ step }) => step.exchange);
  return {
    requirement,
    expected: `after version ${of.cursor}: ${of.expected.join(", ")}`,
    actual: `${delivered}; after ${describeSequence(of.played)}`,
    evidence: [...exchanges, of.watch.exchange],
  };
}
