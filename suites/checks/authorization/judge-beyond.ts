import { describeOutcome } from "#contract";
import type { RequirementId } from "#contract";
import { denialReasons, errored, failureOf, isAccepted, judgeDenial, undecided } from "#harness";
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
  const reasons = denialReasons(attempt.command);
  const finding = judgeDenial(trial, { requirement, reasons, because });
  if (finding.result !== "held" || isAccepted(own)) return finding;
  const reason = `no positive control: ${verb} as ${identity} was not accepted ${home} either (${describeOutcome(own.outcome)})`;
  return undecided(requirement, reason, [own.exchange, attempt.exchange, control.exchange]);
}
