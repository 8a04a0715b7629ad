import { describeOutcome } from "#contract";
import type { Command, ObjectKey, RefusalReason, RequirementId, Resource } from "#contract";
import { readOf } from "../commands/sample-commands.ts";
import { claim, errored, undecided } from "../judging/finding.ts";
import type { Finding } from "../judging/finding.ts";
import { failureOf, isAccepted, objectOf } from "../judging/recorded-step.ts";
import type { CheckContext } from "../session/check.ts";
import { judgeNoneMoved } from "./none-moved.ts";
import type { RefusalTrial } from "./none-moved.ts";

/** A request that must be rejected, and the corrected request. */
export interface RefusalPlan {
  readonly key: ObjectKey;
  readonly attempt: Command;
  /** The corrected command, given the stored object after the attempt. */
  readonly repair?: (stored: Resource) => Command;
}

/** Tests one rejection: read, attempt, read again, settle, control. */
export async function tryRefusal(context: CheckContext, plan: RefusalPlan): Promise<RefusalTrial> {
  const before = await context.call(readOf(plan.key));
  const attempt = await context.call(plan.attempt);
  const after = await context.call(readOf(plan.key));
  const events = await context.settle(plan.key);
  const stored = objectOf(after);
  if (plan.repair === undefined || stored === undefined) return { before, attempt, after, events };
  return { before, attempt, after, events, control: await context.call(plan.repair(stored)) };
}

export interface RefusalExpectation {
  readonly requirement: RequirementId;
  readonly reasons: readonly RefusalReason[];
  /** The error in the request: `the version is stale`. */
  readonly because: string;
}

/**
 * Judges one attempt: the given requirement, and the two requirements for every rejection
 * (`isolation.refused-write-changes-nothing` and `watch.nothing-for-refused`).
 */
export function judgeRefusal(
  trial: RefusalTrial,
  expectation: RefusalExpectation,
): readonly Finding[] {
  return [judgeReason(trial, expectation), ...judgeNoneMoved([trial])];
}

/** Judges whether the attempt was rejected for a permitted reason, and whether the positive control was accepted. */
export function judgeReason(
  trial: Pick<RefusalTrial, "attempt" | "control">,
  expectation: RefusalExpectation,
): Finding {
  const { attempt, control } = trial;
  const { requirement, reasons, because } = expectation;
  const { outcome } = attempt;
  const evidence = [attempt.exchange, ...(control === undefined ? [] : [control.exchange])];
  const broken = failureOf(attempt) ?? (control === undefined ? undefined : failureOf(control));
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (outcome.result === "unsupported") return undecided(requirement, outcome.detail, evidence);
  const isRight = outcome.result === "refused" && reasons.includes(outcome.refusal.reason);
  // Only an accepted control rules out that the request was rejected for another reason.
  if (outcome.result === "refused" && control !== undefined && !isAccepted(control)) {
    const reason = `no positive control: the corrected request was not accepted either (${describeOutcome(control.outcome)})`;
    return undecided(requirement, reason, evidence);
  }
  const isUncertain =
    outcome.result === "refused" &&
    outcome.refusal.alsoFor?.some((reason) => reasons.includes(reason)) === true;
  if (!isRight && isUncertain) {
    const { reason, alsoFor = [] } = outcome.refusal;
    const shared = [reason, ...alsoFor].join(" and ");
    return undecided(
      requirement,
      `the target returns the same response for ${shared}, so its reason is uncertain: ${outcome.refusal.message}`,
      evidence,
    );
  }
  return claim(requirement, {
    holds: isRight,
    expected: `rejected as ${reasons.join(" or ")}, because ${because}`,
    actual: describeOutcome(outcome),
    evidence,
    isAboutReason: outcome.result === "refused",
  });
}
