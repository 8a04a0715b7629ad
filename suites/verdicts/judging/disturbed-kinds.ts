import type { RunGround } from "#harness";
import type { CaseFinding } from "../record/case-finding.ts";

/**
 * Findings without violations on kinds whose objects other clients write, because the target may have done what one of
 * them requested. They become undecided, with the same reason as cases that ended with a conflict. All cases of the run
 * show which kinds these are.
 */
export function withoutDisturbed(
  findings: readonly CaseFinding[],
  ground: Pick<RunGround, "disturbedKinds" | "hasConflictIn">,
): readonly CaseFinding[] {
  const { disturbedKinds } = ground;
  if (disturbedKinds.length === 0) return findings;
  return findings.map((finding) => {
    if (isAboutControllers(finding)) return finding;
    const isStale = finding.result === "undecided" && ground.hasConflictIn(finding.evidence);
    if (finding.result !== "violated" && !isStale) return finding;
    const disturbed = disturbedKinds.find(({ kind }) => isOn(finding.case, kind));
    if (disturbed === undefined) return finding;
    const { kind, version, what } = disturbed;
    const { requirement, evidence, case: name, attempt, isAlone, hasLostWatch } = finding;
    return {
      result: "undecided",
      requirement,
      reason: `another client writes ${kind}: at version ${version} of an object of this run, ${what}, which the run did not write; stop that client for the run, or test a kind or namespace that it ignores`,
      evidence,
      premise: "undisturbed",
      case: name,
      ...(attempt === undefined ? {} : { attempt }),
      ...(isAlone === undefined ? {} : { isAlone }),
      ...(hasLostWatch === undefined ? {} : { hasLostWatch }),
    };
  });
}

/** Whether a finding judges the writes of a controller, which is another client of the endpoint. */
export function isAboutControllers({ requirement }: Pick<CaseFinding, "requirement">): boolean {
  return requirement.startsWith("controller.");
}

/** Whether a case is on a kind. Names of kinds may contain dots. */
function isOn(name: string, kind: string): boolean {
  const rest = name.slice(name.indexOf("#") + 1);
  return rest === kind || rest.startsWith(`${kind}.`);
}
