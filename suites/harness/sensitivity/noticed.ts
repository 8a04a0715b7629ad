import { isControllerRequirement, isRequirementId } from "#contract";
import type { RequirementId } from "#contract";
import { claim } from "../judging/finding.ts";
import type { Finding } from "../judging/finding.ts";
import { changedObservations } from "./changed-observations.ts";

/** What a check makes of observations. */
export type Judge = (observations: unknown) => readonly Finding[];

/**
 * At most this many changes are tried on the observations of one case. Where they are not enough, nothing is known
 * against what is still open: it counts as noticed.
 */
const mostChanges = 2_000;

/**
 * Which of some requirements a judge would have called violated, had the target made a mistake: its observations are
 * changed in one place after the other, and judged again.
 */
export function noticedBy(
  judge: Judge,
  observations: unknown,
  asked: readonly RequirementId[],
): ReadonlySet<RequirementId> {
  // What is no step, object or event cannot be changed the way a target would.
  if (typeof observations !== "object") return new Set(asked);
  const open = new Set(asked);
  const noticed = new Set<RequirementId>();
  let tried = 0;
  for (const changed of changedObservations(observations)) {
    if (open.size === 0) break;
    if (tried >= mostChanges) return new Set(asked);
    tried += 1;
    for (const requirement of violatedIn(judge, changed)) {
      if (open.delete(requirement)) noticed.add(requirement);
    }
  }
  return noticed;
}

/** A judge that cannot read what no target could have shown notices nothing. */
function violatedIn(judge: Judge, observations: unknown): readonly RequirementId[] {
  try {
    return judge(observations).flatMap(({ result, requirement }) =>
      result === "violated" ? [requirement] : [],
    );
  } catch {
    return [];
  }
}

/** A case whose passes are to be questioned. */
export interface Questioned {
  readonly check: string;
  readonly judge: Judge;
  readonly observations: unknown;
}

/** What the checks of a run have shown to notice. */
export class Noticed {
  readonly #known = new Map<string, Set<RequirementId>>();

  /**
   * The findings of a case, of which those that hold whatever is observed are no instance: nothing that the target
   * could have done would have been noticed.
   */
  withoutHollow(
    findings: readonly Finding[],
    { check, judge, observations }: Questioned,
  ): readonly Finding[] {
    const known = this.#known.get(check) ?? new Set();
    this.#known.set(check, known);
    const violated = new Set(
      findings.flatMap(({ result, requirement }) => (result === "violated" ? [requirement] : [])),
    );
    const asked = findings.flatMap((finding) =>
      isInstance(finding) && !violated.has(finding.requirement) && !known.has(finding.requirement)
        ? [finding.requirement]
        : [],
    );
    const open = [...new Set(asked)];
    if (open.length === 0) return findings;
    const noticed = noticedBy(judge, observations, open);
    for (const requirement of noticed) known.add(requirement);
    const hollow = new Set(open.filter((requirement) => !noticed.has(requirement)));
    return findings.map((finding) =>
      isInstance(finding) && hollow.has(finding.requirement) ? asHollow(finding) : finding,
    );
  }
}

/**
 * What says by itself on what else it rests, such as a schema that has no place for a member, is no answer to question;
 * nor is what an extension, or a scenario of controllers, makes of observations of its own form.
 */
function isInstance(finding: Finding): boolean {
  if (finding.result !== "held" || finding.note !== undefined) return false;
  const { instances, requirement } = finding;
  return instances > 0 && isRequirementId(requirement) && !isControllerRequirement(requirement);
}

function asHollow({ requirement, evidence }: Finding): Finding {
  const note =
    "no mistake of the target would have been noticed: the judge accepts altered observations as well";
  const nothing = { holds: true, expected: "", actual: "", instances: 0 };
  return claim(requirement, { ...nothing, evidence, note });
}
