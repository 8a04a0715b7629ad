import { counted, describeRefusal, keyOf } from "#contract";
import type { ResourceVersion, WatchEnd } from "#contract";
import {
  claim,
  createWithCursor,
  defineCheck,
  errored,
  eventsOf,
  resumesFromTokens,
  undecided,
  watchOf,
  writeSpecOrStatus,
} from "#harness";
import type {
  CheckContext,
  Finding,
  KindDescription,
  WatchObservation,
  WatchProbe,
  Written,
} from "#harness";

const requirement = "watch.expired-cursor-is-refused";

/** Maximum window to fill, in changes: the record contains each of them. */
const largestWindow = 20_000;

/** Maximum share of the time for a case that the changes may take. */
const mostOfCase = 3 / 4;

const wayOut = "retain fewer events for the run, or add --no-feature watch.expiry";

/** Number of changes per writer after which the time for all of them is estimated. */
const changesToEstimate = 3;

/**
 * Number of objects to which changes are written concurrently to fill the window. There are many, because writes to one
 * object are sequential.
 */
const writers = 50;

interface Filled {
  /** Why the version is too old, as the clause after "because". */
  readonly why: string;
  readonly first: Written;
  /** The creations that preceded all other changes after the version. Absent if the check has made no changes. */
  readonly oldest?: readonly Written[] | undefined;
  readonly expired: WatchObservation;
  /** The positive control: the same watch from one of the last changes. */
  readonly current: WatchObservation;
}

type Observations = Filled | { readonly skipped: string };

/**
 * Exceeds the target's event retention, then opens a watch from an earlier version. If the target already rejects the
 * version of the run's first object, no changes are needed. Otherwise makes them, preferably on a kind without a
 * status, so that other cases keep their cursors if events are retained per kind.
 */
export const expiredCursor = defineCheck<Observations>({
  id: "watch/expired-cursor",
  title: "A watch from a version older than the retained events is rejected as expired",
  covers: [requirement],
  scope: "target",
  isLast: true,
  features: ["watch.expiry", "watch.resume"],
  verbs: ["watch", "update"],

  async drive(context) {
    const { expiredVersion, retainedEvents, kinds } = context.target;
    if (expiredVersion !== undefined) return startFrom(context, expiredVersion);
    if (retainedEvents === undefined)
      return { skipped: "the number of retained events is unknown" };
    const early = await startFromFirst(context);
    if (early !== undefined && isRefused(early.expired)) return early;
    if (retainedEvents > largestWindow) {
      return {
        skipped: `${retainedEvents} events are retained, more than the ${largestWindow} changes that the check makes at most; ${wayOut}`,
      };
    }
    const kind = kinds.find(isAside) ?? context.kind;
    const filled = await fill({ ...context, kind }, Math.ceil((retainedEvents + 1) / writers));
    if (!("skipped" in filled)) return filled;
    const later = await startFromFirst(context);
    return later !== undefined && isRefused(later.expired) ? later : filled;
  },

  judge: (observations) => [
    "skipped" in observations
      ? undecided(requirement, observations.skipped, [])
      : judgeExpired(observations),
  ],
});

/** Whether a kind is used in few other cases, and can be written and watched. */
function isAside({ operations, isRuntime }: KindDescription): boolean {
  const { update, updateStatus, watch } = operations;
  return !isRuntime && updateStatus.length === 0 && update.length > 0 && watch.length > 0;
}

/**
 * The retained events may be removed in batches, so the declared number may be the lowest of several. If the watch
 * delivers even the first changes, makes as many changes again.
 */
async function fill(context: CheckContext, share: number): Promise<Observations> {
  const { created: first, from } = await createWithCursor(context);
  if (from.resourceVersion === undefined) return { skipped: withoutPosition };
  const start = { first, resourceVersion: from.resourceVersion };
  const limitMs = context.limits.caseMs * mostOfCase;
  const begunMs = performance.now();
  const once = await exceed(context, start, { share, limitMs, begunMs });
  if ("skipped" in once || !showsOldest(once)) return once;
  const nowMs = performance.now();
  const rest = { share, limitMs: limitMs - (nowMs - begunMs), begunMs: nowMs };
  const twice = await exceed(context, { ...start, oldest: once.oldest }, rest);
  return "skipped" in twice ? once : twice;
}

interface Start {
  readonly first: Written;
  readonly resourceVersion: ResourceVersion;
  /** The first changes after the start, if some have been made. */
  readonly oldest?: readonly Written[] | undefined;
}

async function exceed(
  context: CheckContext,
  { first, resourceVersion, oldest }: Start,
  series: Series,
): Promise<Observations> {
  const { share, begunMs } = series;
  const all = await Promise.all(Array.from({ length: writers }, () => writeOften(context, series)));
  const made = all.reduce((sum, { changes }) => sum + changes, 0);
  if (made < share * writers) {
    const seconds = Math.ceil((performance.now() - begunMs) / 1000);
    return {
      skipped: `${share * writers} changes would replace the retained events, but only ${made} were possible in ${seconds} s; ${wayOut}`,
    };
  }
  const recent = await recentPosition(context, all.at(-1)?.last ?? first);
  if (recent === undefined) return { skipped: withoutPosition };
  const [expired, current] = await Promise.all([
    context.watch({ ...watchOf(context, keyOf(first.object)), resourceVersion }),
    context.watch({ ...watchOf(context, keyOf(first.object)), resourceVersion: recent }),
  ]);
  // Waits until the watch ends or delivers an event, and then until it has delivered all of them.
  if (await expired.until((events) => events.length > 0)) await expired.fence();
  await current.fence();
  const [isExpired, isCurrent] = await Promise.all([expired.close(), current.close()]);
  const changes = share * writers * (oldest === undefined ? 1 : 2);
  return {
    why: `${changes} changes followed the version that the watch starts from`,
    first,
    oldest: oldest ?? all.map((one) => one.first),
    expired: isExpired,
    current: isCurrent,
  };
}

/** Starts at a version that may be older than all retained events, so that no window needs to be filled. */
async function startFrom(context: CheckContext, resourceVersion: ResourceVersion): Promise<Filled> {
  const first = await context.fixture();
  const [expired, current] = await Promise.all([
    context.watch({ ...watchOf(context, keyOf(first.object)), resourceVersion }),
    watchFrom(context, first),
  ]);
  await expired.until((events) => events.length > 0);
  await current.fence();
  const [isExpired, isCurrent] = await Promise.all([expired.close(), current.close()]);
  const why = `version ${resourceVersion} is older than all retained events`;
  return { why, first, expired: isExpired, current: isCurrent };
}

/**
 * Starts from the oldest version of the run. Undefined if the run has created no object, or if no watch can start from
 * the version of an object.
 */
async function startFromFirst(context: CheckContext): Promise<Filled | undefined> {
  const { versionScope } = context.target.semantics;
  const version =
    versionScope === "object" || resumesFromTokens(context)
      ? undefined
      : context.firstObject()?.metadata.resourceVersion;
  return version === undefined ? undefined : startFrom(context, version);
}

interface Series {
  /** Number of changes, including the creation of the object. */
  readonly share: number;
  readonly limitMs: number;
  readonly begunMs: number;
}

/** Makes a series of changes to one object. Stops early if the series takes too long, or probably will. */
async function writeOften(
  context: CheckContext,
  { share, limitMs, begunMs }: Series,
): Promise<{ readonly first: Written; readonly last: Written; readonly changes: number }> {
  const { kind } = context;
  const first: Written = await context.fixture({ kind });
  let last = first;
  const isTooSlow = (changes: number): boolean => {
    const spentMs = performance.now() - begunMs;
    // The estimate is rough, so only twice the limit is too much.
    const isHopeless = changes === changesToEstimate && (spentMs * share) / changes > 2 * limitMs;
    return spentMs > limitMs || isHopeless;
  };
  let changes = 1;
  for (; changes < share && !isTooSlow(changes); changes += 1) {
    last = await writeSpecOrStatus(context, last, changes);
  }
  return { first, last, changes };
}

function watchFrom(context: CheckContext, { object }: Written): Promise<WatchProbe> {
  const { resourceVersion } = object.metadata;
  return context.watch({ ...watchOf(context, keyOf(object)), resourceVersion });
}

const withoutPosition = "no event with a position arrived, so no watch can start from one";

/**
 * Returns the position of one of the last changes: the version of the last write or, if only events have positions, of
 * a creation. Undefined if its event did not arrive.
 */
async function recentPosition(
  context: CheckContext,
  { object }: Written,
): Promise<ResourceVersion | undefined> {
  if (!resumesFromTokens(context)) return object.metadata.resourceVersion;
  const { from } = await createWithCursor(context);
  return from.resourceVersion;
}

function judgeExpired({ why, first, oldest, expired, current }: Filled): Finding {
  const evidence = [first.exchange, expired.exchange, current.exchange];
  const { end } = expired;
  if (end?.end === "lost") return errored(requirement, end.detail, evidence);
  if (end?.end === "unsupported") return undecided(requirement, end.detail, evidence);
  // A watch that delivered an event needs no positive control.
  const isServed = expired.events.length > 0 && !isRefused(expired);
  if (!current.reached && !isServed) {
    const reason = "no positive control: a watch from a recent version was not served either";
    return undecided(requirement, reason, evidence);
  }
  if (showsOldest({ oldest, expired })) {
    const reason = `the watch delivered the oldest of the changes too, although ${why}: more events are retained than the dialect declares`;
    return undecided(requirement, `${reason}; increase retainedEvents`, evidence);
  }
  return claim(requirement, {
    holds: isRefused(expired) && expired.events.length === 0,
    expected: `rejected as expired, because ${why}`,
    actual: `the watch delivered ${counted(expired.events.length, "event")} and ${describeEnd(end)}`,
    evidence,
  });
}

/** Whether a watch delivered the oldest changes after its start: then their events are retained. */
function showsOldest({ oldest, expired }: Pick<Filled, "oldest" | "expired">): boolean {
  return (
    oldest !== undefined &&
    oldest.every(({ object }) => {
      const { resourceVersion } = object.metadata;
      return eventsOf(expired.events, keyOf(object)).some(
        ({ object: seen }) => seen?.metadata.resourceVersion === resourceVersion,
      );
    })
  );
}

function isRefused({ end }: WatchObservation): boolean {
  return end?.end === "refused" && end.refusal.reason === "expired";
}

function describeEnd(end: WatchEnd | undefined): string {
  if (end?.end === "refused") return `was ${describeRefusal(end.refusal)}`;
  if (end === undefined || end.end === "closed") return "stayed open";
  return `ended as ${end.end}`;
}
