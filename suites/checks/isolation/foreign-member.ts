import { describeOutcome } from "#contract";
import type { ForeignMembers, JsonObject, Semantics } from "#contract";
import { claim, errored, failureOf, isAccepted, undecided, vacuous } from "#harness";
import type { Finding, RefusalTrial, Step } from "#harness";

/** One way of sending members along that belong to the other side of the wall. */
export interface Spelling {
  /** The members and where they stand, in a few words: `a spec beside the status`. */
  readonly what: string;
  readonly foreign: ForeignMembers;
  /** Whether the members stand where whole objects have them: anywhere else they are unknown members. */
  readonly isInPlace?: boolean;
}

/** The ways in which an author's write may carry a status, through one of its operations. */
export function statusSpellings(status: JsonObject, via: string): readonly Spelling[] {
  const members = { status };
  return [
    {
      what: `a status beside the spec (${via})`,
      foreign: { place: "beside", members },
      isInPlace: true,
    },
    { what: `a status inside the spec (${via})`, foreign: { place: "inside", members } },
  ];
}

/** A spelling that was tried. */
export interface ForeignTrial extends Spelling {
  readonly trial: RefusalTrial;
}

/** Why nothing is decided where the driver could not spell a single trial. */
export const noPlace = "the target has no place for foreign members";

/** The trials that the driver could spell for the target; the others were never sent. */
export function sentTrials<T extends ForeignTrial>(trials: readonly T[]): readonly T[] {
  return trials.filter(({ trial }) => trial.attempt.outcome.result !== "unsupported");
}

/** Judges that all spellings met the same fate: all of them were refused, or all accepted. */
export function judgeOneWay(trials: readonly ForeignTrial[]): Finding {
  const requirement = "isolation.one-way-of-refusing";
  const evidence = trials.map(({ trial }) => trial.attempt.exchange);
  const broken = trials.map(({ trial }) => failureOf(trial.attempt)).find(Boolean);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (trials.length === 0) return undecided(requirement, noPlace, evidence);
  const fates = trials.map(({ what, trial }) => ({ what, fate: fateOf(trial.attempt) }));
  return claim(requirement, {
    holds: new Set(fates.map(({ fate }) => fate)).size === 1,
    expected: "all of them are refused, or all are accepted and ignored",
    actual: fates.map(({ what, fate }) => `${what}: ${fate}`).join("; "),
    evidence,
    instances: trials.length,
  });
}

/**
 * Judges that the members were dropped without a complaint, where they stand as in whole objects. Says
 * nothing of targets that refuse them.
 */
export function judgeIgnored(
  requirement: IgnoringRequirement,
  trials: readonly ForeignTrial[],
  { crossWrite }: Pick<Semantics, "crossWrite">,
): readonly Finding[] {
  if (crossWrite === "rejected") return vacuous([requirement]);
  const inPlace = sentTrials(trials).filter(({ isInPlace }) => isInPlace === true);
  if (inPlace.length === 0) return [undecided(requirement, noPlace, [])];
  return inPlace.map(({ what, trial: { attempt } }) => {
    const evidence = [attempt.exchange];
    const broken = failureOf(attempt);
    if (broken !== undefined) return errored(requirement, broken, evidence);
    return claim(requirement, {
      holds: isAccepted(attempt),
      expected: `accepted, without ${what}`,
      actual: describeOutcome(attempt.outcome),
      evidence,
    });
  });
}

type IgnoringRequirement =
  | "isolation.spec-in-status-write-is-ignored"
  | "isolation.metadata-in-status-write-is-ignored"
  | "isolation.status-in-spec-write-is-ignored";

function fateOf(step: Step): string {
  if (step.outcome.result === "refused") return "refused";
  return isAccepted(step) ? "accepted" : describeOutcome(step.outcome);
}
