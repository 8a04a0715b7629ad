import { describeOutcome } from "#contract";
import type { Command, ObjectKey, RefusalReason, RequirementId, Resource } from "#contract";
import type { CheckContext, SettledEvents } from "./check.ts";
import { readOf } from "./commands.ts";
import { describeDifferences, isSame } from "./compare.ts";
import { claim, errored, undecided } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { isAccepted, objectOf } from "./step.ts";
import type { SeenEvent, Step } from "./step.ts";

/**
 * A request that must be refused, and what shows that it was refused for the right reason and without
 * effect: the stored object before and after, the events up to a sentinel, and the positive control,
 * which is the same request with only the offending datum repaired.
 */
export interface RefusalTrial {
  readonly before: Step;
  readonly attempt: Step;
  readonly after: Step;
  readonly events: SettledEvents;
  /** Absent where no repair exists (a caller that may do nothing at all). */
  readonly control?: Step;
}

/** What to try. */
export interface RefusalPlan {
  /** The stored object that must not move. */
  readonly key: ObjectKey;
  readonly attempt: Command;
  /** The repaired command, given the object as it is stored after the attempt. */
  readonly repair?: (stored: Resource) => Command;
}

/** Drives one trial: read, attempt, read again, settle, control. */
export async function tryRefusal(context: CheckContext, plan: RefusalPlan): Promise<RefusalTrial> {
  const before = await context.call(readOf(plan.key));
  const attempt = await context.call(plan.attempt);
  const after = await context.call(readOf(plan.key));
  const events = await context.settle(plan.key);
  const stored = objectOf(after);
  if (plan.repair === undefined || stored === undefined) return { before, attempt, after, events };
  return { before, attempt, after, events, control: await context.call(plan.repair(stored)) };
}

/** What a judge expects of a trial. */
export interface RefusalExpectation {
  readonly requirement: RequirementId;
  /** The reasons for which the attempt may be refused. */
  readonly reasons: readonly RefusalReason[];
  /** What was wrong with the request, in a few words: `the version is stale`. */
  readonly because: string;
}

/**
 * Judges one trial: the requirement itself, and the two that follow every refusal
 * (`isolation.refused-write-changes-nothing` and `watch.nothing-for-refused`).
 */
export function judgeRefusal(
  trial: RefusalTrial,
  expectation: RefusalExpectation,
): readonly Finding[] {
  return [judgeReason(trial, expectation), ...judgeNothingMoved(trial)];
}

/** Judges whether the attempt was refused for the right reason, with the positive control in mind. */
export function judgeReason(trial: RefusalTrial, expectation: RefusalExpectation): Finding {
  const { attempt, control } = trial;
  const { requirement, reasons, because } = expectation;
  const { outcome } = attempt;
  const evidence = [attempt.exchange, ...(control === undefined ? [] : [control.exchange])];
  const broken = failureOf(attempt) ?? (control === undefined ? undefined : failureOf(control));
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (outcome.result === "unsupported") return undecided(requirement, outcome.detail, evidence);
  const isRight = outcome.result === "refused" && reasons.includes(outcome.refusal.reason);
  if (isRight && control !== undefined && !isAccepted(control)) {
    const reason = `no positive control: the repaired request was not accepted either (${describeOutcome(control.outcome)})`;
    return undecided(requirement, reason, evidence);
  }
  return claim(requirement, {
    holds: isRight,
    expected: `refused as ${reasons.join(" or ")}, because ${because}`,
    actual: describeOutcome(outcome),
    evidence,
  });
}

/** Judges that a refused attempt moved neither the stored object nor the watch. Empty when it was not refused. */
export function judgeNothingMoved(trial: RefusalTrial): readonly Finding[] {
  const { before, attempt, after, events } = trial;
  if (attempt.outcome.result !== "refused") return [];
  return [judgeUnmoved({ before, attempt, after }), ...judgeSilence(trial, events)];
}

function judgeUnmoved(trial: Pick<RefusalTrial, "before" | "attempt" | "after">): Finding {
  const requirement = "isolation.refused-write-changes-nothing";
  const { before, attempt, after } = trial;
  const evidence = [before.exchange, attempt.exchange, after.exchange];
  const broken = failureOf(before) ?? failureOf(after);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const was = objectOf(before);
  const is = objectOf(after);
  return claim(requirement, {
    holds: isSame(was, is),
    expected: `the stored object stays ${describeState(was)}`,
    actual: describeDifferences("after the refusal, the stored object", was, is),
    evidence,
  });
}

function judgeSilence(trial: RefusalTrial, events: SettledEvents): readonly Finding[] {
  const requirement = "watch.nothing-for-refused";
  if (!events.watched) return [];
  const evidence = [trial.attempt.exchange];
  if (!events.reached) return [undecided(requirement, events.problem ?? "no sentinel", evidence)];
  const moved = eventsAfter(trial, events);
  return [
    claim(requirement, {
      holds: moved.length === 0,
      expected: "no event for a refused request",
      actual: `${moved.length} events: ${moved.map((event) => `${event.type} at version ${event.resourceVersion}`).join(", ")}`,
      evidence,
    }),
  ];
}

/** Events that came behind the one of the version that was stored, and not before the attempt was sent. */
function eventsAfter(trial: RefusalTrial, events: SettledEvents): readonly SeenEvent[] {
  const stored = objectOf(trial.before)?.metadata.resourceVersion;
  const position = events.events.findIndex((event) => event.resourceVersion === stored);
  return events.events
    .slice(position + 1)
    .filter((event) => event.arrivedMs >= trial.attempt.startedMs);
}

/** The reason why a step says nothing about the target; absent when it does. */
export function failureOf(step: Step): string | undefined {
  return step.outcome.result === "unknown" ? describeOutcome(step.outcome) : undefined;
}

function describeState(resource: Resource | undefined): string {
  return resource === undefined ? "absent" : `at version ${resource.metadata.resourceVersion}`;
}
