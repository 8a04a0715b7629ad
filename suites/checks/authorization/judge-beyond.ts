import { describeOutcome } from "#contract";
import type { RequirementId } from "#contract";
import {
  denialReasons,
  describeStep,
  errored,
  failureOf,
  isAccepted,
  judgeDenial,
  refusalOf,
  undecided,
} from "#harness";
import type { Finding, Step } from "#harness";

export interface BeyondTrial {
  readonly own: Step;
  readonly attempt: Step;
  readonly control: Step;
}

export interface Limit {
  readonly requirement: RequirementId;
  /** Completes the sentence "the identity has …": `permissions only in another namespace`. */
  readonly has: string;
  /** The scope in which requests must be served: `in its own namespace`. */
  readonly home: string;
}

export function judgeBeyond(trial: BeyondTrial, { requirement, has, home }: Limit): Finding {
  const { own, attempt, control } = trial;
  const { identity, verb } = attempt.command;
  const broken = failureOf(own);
  if (broken !== undefined) return errored(requirement, broken, [own.exchange]);
  const because = `${identity} has ${has}`;
  const finding = judgeDenial(trial, { requirement, reasons: denialReasons, because });
  if (isMisplaced(trial)) {
    const seen = `${describeStep(own)}, but ${describeStep(attempt)}`;
    return undecided(requirement, `the credential does not match the role: ${seen}`, [
      own.exchange,
      attempt.exchange,
    ]);
  }
  if (finding.result !== "held" || isAccepted(own)) return finding;
  const reason = `no positive control: ${verb} as ${identity} was not accepted ${home} either (${describeOutcome(own.outcome)})`;
  return undecided(requirement, reason, [own.exchange, attempt.exchange, control.exchange]);
}

/**
 * Whether the identity was denied where it should have permissions, and permitted where it should have none. Its
 * credential then has other permissions than the role requires, which is no evidence about the target.
 */
export function isMisplaced({ own, attempt }: Pick<BeyondTrial, "attempt" | "own">): boolean {
  const refusal = refusalOf(own);
  return refusal !== undefined && denialReasons.includes(refusal.reason) && isAccepted(attempt);
}
