import { describeOutcome } from "#contract";
import type {
  Command,
  ObjectKey,
  Refusal,
  RefusalReason,
  RequirementId,
  Resource,
} from "#contract";
import { readOf } from "../commands/sample-commands.ts";
import { claim, errored, undecided } from "../judging/finding.ts";
import type { Finding } from "../judging/finding.ts";
import { isSame } from "../judging/describe-differences.ts";
import {
  failureOf,
  isAccepted,
  objectOf,
  otherMeanings,
  refusalOf,
} from "../judging/recorded-step.ts";
import type { Step } from "../judging/recorded-step.ts";
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
  /** Whether the request contains several errors, and the requirement is about which of them is reported. */
  readonly isAboutOrder?: true;
}

/** An attempt with its control. The reads before and after it are absent if the check did not make them. */
export type ReasonTrial = Pick<RefusalTrial, "attempt" | "control"> &
  Partial<Pick<RefusalTrial, "after" | "before">>;

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
export function judgeReason(trial: ReasonTrial, expectation: RefusalExpectation): Finding {
  const { attempt, control } = trial;
  const { requirement, reasons, because } = expectation;
  const { outcome } = attempt;
  const evidence = [attempt.exchange, ...(control === undefined ? [] : [control.exchange])];
  const broken = failureOf(attempt) ?? (control === undefined ? undefined : failureOf(control));
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (outcome.result === "unsupported") return undecided(requirement, outcome.detail, evidence);
  const isRight = outcome.result === "refused" && reasons.includes(outcome.refusal.reason);
  const doubt = doubtOf(trial);
  if (doubt !== undefined) return undecided(requirement, doubt, evidence);
  if (outcome.result === "refused" && isUncertain(outcome.refusal, expectation)) {
    return judgeEffect(trial, expectation, { refusal: outcome.refusal, evidence });
  }
  return claim(requirement, {
    holds: isRight,
    expected: `rejected as ${reasons.join(" or ")}, because ${because}`,
    actual: describeOutcome(outcome),
    evidence,
    isAboutReason: outcome.result === "refused",
  });
}

/**
 * Why an attempt that was not accepted shows nothing. Only an accepted control rules out that the request was rejected
 * for another reason, or that the target cannot respond to any request.
 */
function doubtOf({ attempt: { outcome }, after, control }: ReasonTrial): string | undefined {
  if (outcome.result !== "refused" && outcome.result !== "unintelligible") return undefined;
  if (control !== undefined) {
    return isAccepted(control)
      ? undefined
      : `no positive control: the corrected request was not accepted either (${describeOutcome(control.outcome)})`;
  }
  const areUnread = [outcome, after?.outcome].every((one) => one?.result === "unintelligible");
  return areUnread ? `no response can be read: ${describeOutcome(outcome)}` : undefined;
}

/**
 * Whether a rejection has both a permitted and another meaning. A control rules out the other one if the permitted one
 * comes first, unless the requirement is about which of the two is reported.
 */
function isUncertain(
  refusal: Refusal,
  { reasons, isAboutOrder }: Pick<RefusalExpectation, "isAboutOrder" | "reasons">,
): boolean {
  const { reason, alsoFor = [] } = refusal;
  const isRight = reasons.includes(reason);
  if (isRight && isAboutOrder !== true) return false;
  const isPermitted = isRight || alsoFor.some((meaning) => reasons.includes(meaning));
  return isPermitted && otherMeanings(refusal, reasons).length > 0;
}

/**
 * Judges a response that the target also returns for other reasons. If the request has only one error, it must have
 * been rejected for that error: the object certainly exists or is missing, the attempt changed nothing, and the
 * corrected request was accepted. Another requirement judges that the reasons cannot be told apart.
 */
function judgeEffect(
  trial: ReasonTrial,
  { requirement, reasons, isAboutOrder }: RefusalExpectation,
  { refusal, evidence }: { readonly refusal: Refusal; readonly evidence: readonly number[] },
): Finding {
  const { reason, alsoFor = [], message } = refusal;
  const meanings = [reason, ...alsoFor];
  const shared = `the target returns the same response for ${meanings.join(" and ")}`;
  if (isAboutOrder === true) {
    const note = `${shared}, so the response cannot show which error is reported first`;
    const nothing = { holds: true, expected: "", actual: "", evidence, instances: 0 };
    return claim(requirement, { ...nothing, note, isInapplicable: true });
  }
  const others = otherMeanings(refusal, reasons).join(" and ");
  return trial.control !== undefined && hasNoEffect(trial, reasons)
    ? claim(requirement, {
        holds: true,
        expected: "",
        actual: "",
        evidence,
        remark: `judged by its effect, because the response also means ${others}: the rejected request changed nothing, and the corrected request was accepted`,
      })
    : undecided(requirement, `${shared}, so its reason is uncertain: ${message}`, evidence);
}

/**
 * Whether reads show that a rejected request changed nothing, and that it could only be rejected for one of the given
 * reasons: the object was missing for `notFound`, and existed for all others. A request with the uid of another object
 * may be rejected as either, and then the object with its name exists.
 */
function hasNoEffect({ before, after }: ReasonTrial, reasons: readonly RefusalReason[]): boolean {
  if (after === undefined) return false;
  if (reasons.includes("notFound") && isMissing(after)) {
    return before === undefined || isMissing(before);
  }
  if (reasons.every((reason) => reason === "notFound")) return false;
  const stored = before && objectOf(before);
  return stored !== undefined && isSame(stored, objectOf(after));
}

function isMissing(step: Step): boolean {
  return refusalOf(step)?.reason === "notFound";
}
