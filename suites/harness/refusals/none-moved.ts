import { counted, memoized } from "#contract";
import type { Resource } from "#contract";
import { describeDifferences, isSame } from "../judging/describe-differences.ts";
import { separateRepetitions } from "../judging/delivered-events.ts";
import { claim, errored, undecided } from "../judging/finding.ts";
import type { Finding } from "../judging/finding.ts";
import { incidental } from "../judging/given.ts";
import { describeStep, failureOf, isHidden, objectOf } from "../judging/recorded-step.ts";
import type { SeenEvent, Step } from "../judging/recorded-step.ts";
import type { SettledEvents } from "../session/check.ts";

/**
 * A request that must be rejected, with the evidence. The stored object before and after the request, and the events up
 * to a sentinel, show that the request had no effect. The positive control, the same request without the error, shows
 * that the error was the reason for the rejection.
 */
export interface RefusalTrial {
  readonly before: Step;
  readonly attempt: Step;
  readonly after: Step;
  readonly events: SettledEvents;
  /** Absent if the request cannot be corrected, for example for a caller without any permission. */
  readonly control?: Step;
}

const followUps = ["isolation.refused-write-changes-nothing", "watch.nothing-for-refused"] as const;

/**
 * Requires that no rejected attempt changed anything. Always returns findings on
 * `isolation.refused-write-changes-nothing` and `watch.nothing-for-refused`. A finding has no instance if no attempt
 * was rejected, or if there is no watch.
 */
export function judgeNoneMoved(trials: readonly RefusalTrial[]): readonly Finding[] {
  const found = trials.flatMap((trial) => judgeNothingMoved(trial));
  const silent = followUps.filter(
    (requirement) => !found.some((finding) => finding.requirement === requirement),
  );
  const isRefused = trials.some(({ attempt }) => attempt.outcome.result === "refused");
  const note = isRefused ? "the kind has no watch" : "no request was rejected";
  const evidence = trials.map((trial) => trial.attempt.exchange);
  return [...found, ...incidental(silent, note).map((finding) => ({ ...finding, evidence }))];
}

/**
 * Returns no findings if the attempt was accepted, because other requirements judge the acceptance. Cached, because the
 * self-check of a judge changes one of many trials at a time.
 */
const judgeNothingMoved = memoized((trial: RefusalTrial): readonly Finding[] => {
  const { before, attempt, after, events } = trial;
  if (attempt.outcome.result !== "refused") return [];
  return [judgeUnmoved({ before, attempt, after }), ...judgeSilence(trial, events)];
});

function judgeUnmoved(trial: Pick<RefusalTrial, "before" | "attempt" | "after">): Finding {
  const requirement = "isolation.refused-write-changes-nothing";
  const { before, attempt, after } = trial;
  const evidence = [before.exchange, attempt.exchange, after.exchange];
  const broken = failureOf(before) ?? failureOf(after);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const hidden = [before, after].find(isHidden);
  if (hidden !== undefined) return undecided(requirement, describeStep(hidden), evidence);
  const was = objectOf(before);
  const is = objectOf(after);
  return claim(requirement, {
    holds: isSame(was, is),
    expected: `the stored object stays ${describeState(was)}`,
    actual: describeDifferences("after the rejection, the stored object", was, is),
    evidence,
  });
}

function judgeSilence(trial: RefusalTrial, events: SettledEvents): readonly Finding[] {
  const requirement = "watch.nothing-for-refused";
  if (!events.watched) return [];
  const evidence = [trial.attempt.exchange];
  if (!events.reached)
    return [
      undecided(
        requirement,
        events.problem ?? "the watch did not deliver the sentinel event",
        evidence,
      ),
    ];
  // The state before the attempt is needed to determine which events preceded it.
  const unread = failureOf(trial.before);
  if (unread !== undefined) return [errored(requirement, unread, [trial.before.exchange])];
  const moved = eventsAfter(trial, events);
  const { fresh, doubt } = separateRepetitions({ all: events.events, during: moved, requests: 1 });
  const lost = lostVersion(trial, events);
  if (moved.length > 0 && lost !== undefined) {
    const reason = `the watch delivered the creation of the object but not version ${lost}, so later changes are unknown`;
    return [undecided(requirement, reason, evidence)];
  }
  if (moved.length > 0 && isDisordered(moved, events)) {
    const reason = "the watch delivered the creation of the object after a later change";
    return [undecided(requirement, `${reason}, so other events may be late as well`, evidence)];
  }
  if (fresh.length === 0 && doubt !== undefined) return [undecided(requirement, doubt, evidence)];
  return [
    claim(requirement, {
      holds: moved.length === 0,
      expected: "no event for a rejected request",
      actual: `${counted(moved.length, "event")}: ${moved.map((event) => `${event.type} at version ${event.resourceVersion}`).join(", ")}`,
      evidence: moved.length === 0 ? evidence : [trial.before.exchange, ...evidence],
    }),
  ];
}

/** Returns the stored version if the watch delivered the ADDED event of the object but not that version. */
function lostVersion(
  { before }: RefusalTrial,
  { events }: Pick<SettledEvents, "events">,
): string | undefined {
  const stored = objectOf(before);
  const isWhole = events.some(({ type }) => type === "ADDED");
  const hasEvent = events.some((event) => isEventOf(event, stored));
  return isWhole && !hasEvent ? stored?.metadata.resourceVersion : undefined;
}

/** Whether the only event for the creation of an object followed another event of the object. */
function isDisordered(
  moved: readonly SeenEvent[],
  { events }: Pick<SettledEvents, "events">,
): boolean {
  return moved.some((late) => {
    if (late.type !== "ADDED" || late.object === undefined) return false;
    const { uid } = late.object.metadata;
    const ofObject = events.filter(({ object }) => object?.metadata.uid === uid);
    const isOnly = ofObject.filter(({ type }) => type === "ADDED").length === 1;
    return isOnly && ofObject.indexOf(late) > 0;
  });
}

function eventsAfter(trial: RefusalTrial, events: SettledEvents): readonly SeenEvent[] {
  const stored = objectOf(trial.before);
  const position = events.events.findIndex((event) => isEventOf(event, stored));
  return events.events
    .slice(position + 1)
    .filter((event) => event.arrivedMs >= trial.attempt.startedMs);
}

/** A predecessor of the same name may have had the same version, and its deletion may contain no object. */
function isEventOf(
  { type, object, resourceVersion }: SeenEvent,
  stored: Resource | undefined,
): boolean {
  if (type === "DELETED") return false;
  const uid = object?.metadata.uid ?? stored?.metadata.uid;
  return stored?.metadata.resourceVersion === resourceVersion && stored.metadata.uid === uid;
}

function describeState(resource: Resource | undefined): string {
  return resource === undefined ? "absent" : `at version ${resource.metadata.resourceVersion}`;
}
