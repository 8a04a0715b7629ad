import { describeOutcome } from "#contract";
import type { RequirementId, Resource } from "#contract";
import { claim, errored, undecided } from "./finding.ts";
import type { Claim, Finding } from "./finding.ts";
import { failureOf, objectOf } from "./recorded-step.ts";
import type { Step } from "./recorded-step.ts";

/**
 * Judges a claim that requires an object from each of `steps`. If a step has no known outcome, the finding is errored;
 * if a step is rejected, the finding is undecided, because the rejection is judged under another requirement. The steps
 * are the evidence.
 */
export function given<Name extends string>(
  requirement: RequirementId,
  steps: Readonly<Record<Name, Step>>,
  state: (objects: Readonly<Record<Name, Resource>>) => Omit<Claim, "evidence">,
): Finding {
  const all = Object.values<Step>(steps);
  const evidence = all.map((step) => step.exchange);
  const broken = all.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const objects: Partial<Record<Name, Resource>> = {};
  for (const name in steps) {
    const object = objectOf(steps[name]);
    if (object === undefined) {
      return nothingToJudge(requirement, steps[name], evidence);
    }
    objects[name] = object;
  }
  return isComplete(objects, steps)
    ? claim(requirement, { ...state(objects), evidence })
    : undecided(requirement, "nothing to judge", evidence);
}

function isComplete<Name extends string>(
  objects: Partial<Record<Name, Resource>>,
  steps: Readonly<Record<Name, Step>>,
): objects is Record<Name, Resource> {
  return Object.keys(steps).every((name) => Object.hasOwn(objects, name));
}

/** Creates the finding for a step that has no result, with the reason. */
export function nothingToJudge(
  requirement: RequirementId,
  step: Pick<Step, "outcome">,
  evidence: readonly number[],
): Finding {
  return undecided(requirement, `nothing to judge: ${describeOutcome(step.outcome)}`, evidence);
}

/**
 * Returns the findings of a case whose kind lacks the tested field: no instance for each requirement. The verdict
 * depends on other kinds. If no other kind is conclusive, the verdict is inconclusive, with the note as its reason.
 */
export function vacuous(requirements: readonly RequirementId[], note: string): readonly Finding[] {
  return requirements.map((requirement) => claim(requirement, { ...nothing, note }));
}

/**
 * Like `vacuous`, for requirements that the check tests in addition to its own ones. The note is the reason of the
 * verdict only if no other check and no obstacle to another check gives a reason.
 */
export function incidental(
  requirements: readonly RequirementId[],
  note: string,
): readonly Finding[] {
  return requirements.map((requirement) =>
    claim(requirement, { ...nothing, note, isIncidental: true }),
  );
}

/**
 * Returns the part of a claim that counts its instances. `otherwise` states why there is none: the case does not
 * exercise the requirement, although the claim holds.
 */
export function exercised(
  times: number | boolean,
  otherwise: string,
): Pick<Claim, "instances" | "isIncidental" | "note"> {
  const instances = Number(times);
  return instances > 0 ? { instances } : { instances, note: otherwise, isIncidental: true };
}

/** Returns the findings of a case that shows that the requirements cannot apply to its kind. */
export function inapplicable(
  requirements: readonly RequirementId[],
  note: string,
): readonly Finding[] {
  return requirements.map((requirement) =>
    claim(requirement, { ...nothing, note, isInapplicable: true }),
  );
}

const nothing = { holds: true, expected: "", actual: "", evidence: [], instances: 0 } as const;
