import type { RunEvidence } from "#harness";
import { placeOf } from "../record/case-finding.ts";
import type { CaseFinding, NamedKind } from "../record/case-finding.ts";

/**
 * Marks a violation as undecided if another client writes objects of its kind, because the target may have behaved
 * correctly towards that client. Undecided findings of cases with a conflict get the same reason. Writes without a
 * visible change explain only findings of cases with a conflict. Other clients are detected by changes to objects that
 * the run left untouched. `kinds` are all kinds of the target: the name of one may start with the name of another.
 */
export function withoutDisturbed(
  findings: readonly CaseFinding[],
  runEvidence: Pick<RunEvidence, "disturbedKinds" | "hasConflictIn" | "hasConflictOf">,
  kinds: readonly NamedKind[],
): readonly CaseFinding[] {
  const { disturbedKinds } = runEvidence;
  if (disturbedKinds.length === 0) return findings;
  return findings.map((finding) => {
    if (isAboutControllers(finding)) return finding;
    if (finding.result !== "violated" && finding.result !== "undecided") return finding;
    const disturbed = disturbedKinds.find(({ kind }) => kind === placeOf(finding.case, kinds).kind);
    if (disturbed === undefined) return finding;
    const isStale =
      runEvidence.hasConflictIn(finding.evidence) || runEvidence.hasConflictOf(finding.case);
    // Writes without a visible change explain only stale versions.
    const needsConflict = finding.result === "undecided" || disturbed.isInvisible === true;
    if (needsConflict && !isStale) return finding;
    const { kind, version, what } = disturbed;
    const { requirement, evidence, case: name, attempt, isAlone, hasLostWatch } = finding;
    return {
      result: "undecided",
      requirement,
      reason: `another client, or the endpoint itself, writes objects of kind ${kind}: in an object of this run, ${what} at version ${version}, and no request of the run caused this change; if a client made it, stop that client for the run, or test a kind or namespace that it does not write`,
      evidence,
      premise: "undisturbed",
      case: name,
      ...(attempt === undefined ? {} : { attempt }),
      ...(isAlone === undefined ? {} : { isAlone }),
      ...(hasLostWatch === undefined ? {} : { hasLostWatch }),
    };
  });
}

/** Whether a finding is about the writes of a controller, which is another client of the endpoint. */
export function isAboutControllers({ requirement }: Pick<CaseFinding, "requirement">): boolean {
  return requirement.startsWith("controller.");
}
