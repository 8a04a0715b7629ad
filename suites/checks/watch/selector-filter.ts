import { keyOf } from "#contract";
import type { ResourceVersion } from "#contract";
import {
  claim,
  createWithCursor,
  defineCheck,
  describeEvents,
  earlierLife,
  eventsOf,
  exchangesOf,
  givenDelivery,
  resumesFromTokens,
  supports,
  undecided,
  versionsOf,
  otherLabelOf,
  watchOf,
  withoutEarlierLife,
  writeLabels,
  writeSpecOrStatus,
  writeStatuses,
} from "#harness";
import type {
  CheckContext,
  EarlierLife,
  Finding,
  SeenEvent,
  WatchObservation,
  Written,
} from "#harness";

interface Observations {
  readonly inside: readonly Written[];
  readonly outside: readonly [Written, ...Written[]];
  /** The life of the other object before the watch was opened. */
  readonly earlier?: EarlierLife;
  readonly watch: WatchObservation;
  /** A watch without a selector. It shows whether the selector causes a missing event. */
  readonly unlimited?: WatchObservation;
  /** The same watch from before the last writes, opened after them. Absent if watches cannot resume. */
  readonly resumed?: WatchObservation;
}

const requirement = "watch.selector-filter";

export const selectorFilter = defineCheck<Observations>({
  id: "watch/selector-filter",
  title: "A watch with a label selector delivers matching objects and no others",
  covers: [requirement],
  scope: "kind",
  features: ["watch.selector", "labels.write"],
  verbs: ["watch", "update"],

  async drive(context) {
    const [matching, fixture] = await Promise.all([context.fixture(), context.fixture()]);
    const other = await writeLabels(context, fixture, otherLabelOf(context));
    const { selector: _all, ...everything } = watchOf(context, matching.key);
    await using probe = await context.watch(watchOf(context, matching.key));
    await using control = await context.watch(everything);
    await Promise.all([probe.fence(), control.fence()]);
    const from = await positionIn(context);
    const [inside, outside] = await Promise.all([
      writeBoth(context, matching),
      writeBoth(context, other),
    ]);
    await Promise.all([probe.fence(), control.fence()]);
    const resumed = await resumedWatch(context, matching, from);
    return {
      inside,
      outside: [other, ...outside],
      earlier: earlierLife(fixture, other),
      watch: probe.observe(),
      unlimited: control.observe(),
      ...(resumed === undefined ? {} : { resumed }),
    };
  },

  judge({ inside, outside, earlier, watch, unlimited, resumed }): readonly Finding[] {
    const [matching = outside[0]] = inside;
    const shown = eventsOf(watch.events, keyOf(outside[0].object));
    const foreign = withoutEarlierLife(shown, earlier);
    const got = [...eventsOf(watch.events, keyOf(matching.object)), ...foreign];
    const wanted = versionsOf(inside);
    const missing = wanted.filter((version) => !hasVersion(got, version));
    const evidence = exchangesOf([...inside, ...outside]);
    const replayed = eventsOf(resumed?.events ?? [], keyOf(outside[0].object));
    const foreignReplayed = withoutEarlierLife(replayed, earlier);
    if (resumed !== undefined && foreignReplayed.length > 0) {
      return [
        claim(requirement, {
          holds: false,
          expected: "no event for the other object on a watch that resumes",
          actual: describeEvents(foreignReplayed),
          evidence: [...evidence, resumed.exchange],
        }),
      ];
    }
    const lost = unlimited?.reached === true ? missingFrom(unlimited, missing) : [];
    if (foreign.length === 0 && lost.length > 0 && watch.reached) {
      const reason = `the events for versions ${lost.join(", ")} did not arrive on a watch without a selector either`;
      return [undecided(requirement, reason, [watch.exchange, ...evidence])];
    }
    return [
      givenDelivery(requirement, { watches: [watch], evidence }, () => ({
        holds: foreign.length === 0 && missing.length === 0,
        expected: `only the events for versions ${wanted.join(", ")} of the matching object, and none for the other object`,
        actual: describeEvents(got),
        instances: wanted.length,
      })),
    ];
  },
});

/** Returns a position from which the changes that follow can be replayed. Undefined if watches cannot resume. */
async function positionIn(context: CheckContext): Promise<ResourceVersion | undefined> {
  const { versionScope } = context.target.semantics;
  const areComparable = versionScope !== "object" || resumesFromTokens(context);
  if (!areComparable || !supports(context, "watch.resume")) return undefined;
  const { from } = await createWithCursor(context);
  return from.resourceVersion;
}

async function resumedWatch(
  context: CheckContext,
  { object }: Written,
  resourceVersion: ResourceVersion | undefined,
): Promise<WatchObservation | undefined> {
  if (resourceVersion === undefined) return undefined;
  await using probe = await context.watch({
    ...watchOf(context, keyOf(object)),
    resourceVersion,
  });
  await probe.fence();
  return probe.observe();
}

function hasVersion(events: readonly SeenEvent[], version: string): boolean {
  return events.some(({ resourceVersion }) => resourceVersion === version);
}

function missingFrom(watch: WatchObservation, versions: readonly string[]): readonly string[] {
  return versions.filter((version) => !hasVersion(watch.events, version));
}

async function writeBoth(context: CheckContext, from: Written): Promise<readonly Written[]> {
  const [status = from] = await writeStatuses(context, from, [1]);
  return [status, await writeSpecOrStatus(context, status, 1)];
}
