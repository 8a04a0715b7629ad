import type { RequirementId, Resource } from "#contract";
import { claim, errored, undecided } from "./finding.ts";
import type { Claim, Finding } from "./finding.ts";
import { nothingToJudge } from "./nothing-to-judge.ts";
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
