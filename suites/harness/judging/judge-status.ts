import { describeOutcome } from "#contract";
import type { JsonObject, RequirementId } from "#contract";
import { describeDifferences, isSame, showValue } from "./describe-differences.ts";
import { claim, errored, undecided } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { exercised, nothingToJudge } from "./given.ts";
import { failureOf, isAccepted, isHidden, isSent, objectOf, refusalOf } from "./recorded-step.ts";
import type { Step } from "./recorded-step.ts";

/**
 * Requires that each of `steps` was accepted. If a step has no known outcome, the finding is errored; if a step is
 * rejected, the finding is undecided, because another requirement judges the rejection.
 */
export function afterAccepted(
  requirement: RequirementId,
  steps: readonly Step[],
  judge: () => Finding,
): Finding {
  const evidence = steps.map((step) => step.exchange);
  const broken = steps.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const missing = steps.find((step) => !isAccepted(step));
  return missing === undefined ? judge() : nothingToJudge(requirement, missing, evidence);
}

export interface StatusExpectation {
  readonly requirement: RequirementId;
  readonly write: Step;
  /** A read of the stored object after the write. Defaults to the response to the write. */
  readonly read?: Step;
  readonly status: JsonObject;
  /** The fields to compare. Defaults to all of them. */
  readonly members?: readonly string[];
  /** A short reason: `the patch only contains the counter`. */
  readonly because: string;
}

/**
 * Requires that a write was accepted and resulted in the expected status, or the expected values of the given fields.
 * There is no instance if no operation can send the write. The finding is undecided if the caller was denied, or if the
 * read was rejected.
 */
export function judgeStatus(expectation: StatusExpectation): Finding {
  const { requirement, write, read = write, status, members, because } = expectation;
  const evidence = read === write ? [write.exchange] : [write.exchange, read.exchange];
  const broken = failureOf(write) ?? failureOf(read);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (isDenied(write)) return undecided(requirement, describeOutcome(write.outcome), evidence);
  if (isAccepted(write) && isHidden(read)) {
    return nothingToJudge(requirement, read, evidence);
  }
  const is = pick(objectOf(read)?.status ?? {}, members);
  return claim(requirement, {
    holds: !isSent(write) || (isAccepted(write) && isSame(status, is)),
    ...exercised(isSent(write), "the status mutation cannot write such a status"),
    expected: `accepted, and ${describeWanted(status, members)}, because ${because}`,
    actual: isAccepted(write)
      ? describeDifferences("the status", status, is)
      : describeOutcome(write.outcome),
    evidence,
  });
}

function pick(status: JsonObject, members: readonly string[] | undefined): JsonObject {
  if (members === undefined) return status;
  return Object.fromEntries(Object.entries(status).filter(([name]) => members.includes(name)));
}

function describeWanted(status: JsonObject, members: readonly string[] | undefined): string {
  if (members === undefined) return `the status is ${JSON.stringify(status)}`;
  const texts = members.map(
    (name) =>
      `status.${name} is ${showValue(Object.hasOwn(status, name) ? status[name] : undefined)}`,
  );
  return texts.join(" and ");
}

/** Other checks judge permissions. */
function isDenied(step: Step): boolean {
  const reason = refusalOf(step)?.reason;
  return reason === "forbidden" || reason === "unauthenticated";
}
