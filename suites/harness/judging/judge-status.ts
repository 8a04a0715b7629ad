import { describeOutcome } from "#contract";
import type { JsonObject, RequirementId } from "#contract";
import { describeDifferences, isSame } from "./compare.ts";
import { claim, errored, undecided } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { nothingToJudge } from "./nothing-to-judge.ts";
import { failureOf, isAccepted, isHidden, isSent, objectOf, refusalOf } from "../step/step.ts";
import type { Step } from "../step/step.ts";

/**
 * A finding that can only be made when all of `steps` were accepted. One without an outcome makes it
 * errored, one that was refused makes it undecided: that is another requirement's business.
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

/** What a write must leave behind. */
export interface StatusExpectation {
  readonly requirement: RequirementId;
  readonly write: Step;
  /** Shows the stored object after the write. Absent: the reply to the write does. */
  readonly read?: Step;
  readonly status: JsonObject;
  /** The only fields to look at, where the others are not the point. Absent: all of them. */
  readonly members?: readonly string[];
  /** Why it must be so, in a few words: `the patch mentions the counter alone`. */
  readonly because: string;
}

/**
 * Judges that a write was accepted and that the status, or some of it, is the expected one afterwards.
 * Holds in no instance where there was no operation for the write; a denied caller makes it undecided.
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
    instances: isSent(write) ? 1 : 0,
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
      `status.${name} is ${Object.hasOwn(status, name) ? JSON.stringify(status[name]) : "absent"}`,
  );
  return texts.join(" and ");
}

/** What a caller may do is judged elsewhere. */
function isDenied(step: Step): boolean {
  const reason = refusalOf(step)?.reason;
  return reason === "forbidden" || reason === "unauthenticated";
}
