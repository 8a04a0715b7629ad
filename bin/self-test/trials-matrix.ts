import type { RequirementId } from "#contract";
import type { KillMatrix } from "#reports";
import type { Fault } from "#reference";
import type { Trial, TrialVerdict } from "./fault-trial.ts";
import { isBroken } from "./is-broken.ts";
import type { KnownFault } from "#verdicts";

export interface Trials {
  readonly clean: Trial;
  readonly faulty: readonly Trial[];
  readonly faults: readonly (KnownFault & Pick<Fault, "line" | "phase">)[];
  /** Whether all faults were tested, so that a MUST without a detected fault is a gap. */
  readonly isWhole: boolean;
}

/**
 * Builds the matrix of faults and requirements. If only some faults were tested, only the requirements that these
 * faults violate must detect a fault.
 */
export function killMatrixOf({ clean, faulty, faults, isWhole }: Trials): KillMatrix {
  const named = new Set(faults.flatMap(({ breaks }) => breaks));
  return {
    faults: faults.map((fault) => {
      const trial = faulty.find((tried) => tried.fault === fault.name);
      return {
        name: fault.name,
        summary: fault.summary,
        breaks: fault.breaks,
        ...(fault.mayBreak === undefined ? {} : { mayBreak: fault.mayBreak }),
        failed: trial === undefined ? [] : brokenIn(trial),
        durationMs: trial?.durationMs ?? 0,
        ...(fault.phase === "history" || fault.line === "second" ? { isRare: true } : {}),
        ...problemOf(trial),
      };
    }),
    clean: {
      failed: brokenIn(clean),
      other: clean.verdicts.filter(isOpen),
      ...problemOf(clean),
    },
    musts: clean.verdicts
      .filter((verdict) => verdict.level === "MUST" && isJudged(verdict))
      .map(({ requirement }) => requirement)
      .filter((requirement) => isWhole || named.has(requirement)),
  };
}

function brokenIn(trial: Trial): readonly RequirementId[] {
  return trial.verdicts.filter(isBroken).map(({ requirement }) => requirement);
}

function problemOf(trial: Trial | undefined): { readonly problem?: string } {
  if (trial === undefined) return { problem: "it did not run" };
  return trial.problem === undefined ? {} : { problem: trial.problem };
}

/** The plan decides that a requirement is excluded or not applicable. */
function isJudged({ verdict }: TrialVerdict): boolean {
  return verdict !== "excluded" && verdict !== "not-applicable";
}

function isOpen(of: TrialVerdict): boolean {
  return isJudged(of) && !isBroken(of) && of.verdict !== "pass";
}
