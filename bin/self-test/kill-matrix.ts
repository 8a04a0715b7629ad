import type { RequirementId } from "#contract";
import type { KillMatrix } from "#reports";
import type { Fault } from "#reference";
import type { Trial, TrialVerdict } from "./fault-trial.ts";
import type { KnownFault } from "#verdicts";

/** What a self-test tried. */
export interface Trials {
  /** The reference without a fault. */
  readonly clean: Trial;
  readonly faulty: readonly Trial[];
  /** The faults that were tried. */
  readonly faults: readonly (KnownFault & Pick<Fault, "line" | "phase">)[];
  /** Whether all faults were tried, so that a MUST that none of them kills is a gap. */
  readonly isWhole: boolean;
}

/** Joins what all trials said. With some of the faults alone, only what they name must be killed. */
export function killMatrixOf({ clean, faulty, faults, isWhole }: Trials): KillMatrix {
  const named = new Set(faults.flatMap(({ breaks }) => breaks));
  return {
    faults: faults.map((fault) => {
      const trial = faulty.find((tried) => tried.fault === fault.name);
      return {
        name: fault.name,
        summary: fault.summary,
        breaks: fault.breaks,
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
  if (trial === undefined) return { problem: "it was not run" };
  return trial.problem === undefined ? {} : { problem: trial.problem };
}

function isBroken({ verdict }: TrialVerdict): boolean {
  return verdict === "fail" || verdict === "warn" || verdict === "flaky";
}

/** A requirement without a check is omitted by the plan, before anything is sent. */
function isJudged({ verdict }: TrialVerdict): boolean {
  return verdict !== "excluded" && verdict !== "not-applicable";
}

function isOpen(of: TrialVerdict): boolean {
  return isJudged(of) && !isBroken(of) && of.verdict !== "pass";
}
