import { describeOutcome } from "#contract";
import type { RequirementId } from "#contract";
import { errored, failureOf, isAccepted, judgeReason, undecided } from "#harness";
import type { Finding, Step } from "#harness";

/** The same request of an identity that is limited to one namespace, there and in another. */
export interface NamespaceTrial {
  /** In the namespace that the identity is limited to: the first positive control. */
  readonly own: Step;
  /** In the other one. */
  readonly attempt: Step;
  /** The same as an identity that may: the second positive control. */
  readonly control: Step;
}

const requirement: RequirementId = "authorization.namespace-limits-hold";

/** Judges that a request is served in the own namespace and denied in the other. */
export function judgeBeyondNamespace(trial: NamespaceTrial): Finding {
  const { own, attempt, control } = trial;
  const { identity, verb } = attempt.command;
  const broken = failureOf(own);
  if (broken !== undefined) return errored(requirement, broken, [own.exchange]);
  const finding = judgeReason(trial, {
    requirement,
    reasons: ["forbidden"],
    because: `${identity} has permissions in another namespace alone`,
  });
  if (finding.result !== "held" || isAccepted(own)) return finding;
  const reason = `no positive control: ${verb} as ${identity} was not accepted in its own namespace either (${describeOutcome(own.outcome)})`;
  return undecided(requirement, reason, [own.exchange, attempt.exchange, control.exchange]);
}
