import {
  errored,
  examine,
  excusingCombinedStates,
  excusingLostResponses,
  excusingLostWrites,
  namesIn,
} from "#harness";
import type { AnyCheck, CaseEvidence, Finding, JudgeContext, Noticed } from "#harness";
import { historyFileName } from "../record/history-file-name.ts";
import type { CaseFinding } from "../record/case-finding.ts";

/** The observations of a case, and the exchanges on which its premises depend. */
export interface Observed {
  readonly observations: unknown;
  readonly caseEvidence: CaseEvidence;
  readonly noticed?: Noticed | undefined;
}

/**
 * Returns the findings of a check. Violations count only if their premises hold. A judge that throws, or that returns
 * no finding for a covered requirement, is a defect of the suite and not of the target.
 */
export function judgeCase(
  check: Pick<AnyCheck, "covers" | "id" | "judge" | "phase">,
  { observations, caseEvidence, noticed }: Observed,
  context: JudgeContext,
): readonly Finding[] {
  try {
    const judge = (seen: unknown): readonly Finding[] => check.judge(seen, context);
    const judged = judge(observations);
    const isScripted = (check.phase ?? "scenario") === "scenario";
    const questioned = { check: check.id, judge, observations };
    const solid = isScripted ? noticed?.withoutHollow(judged, questioned) : undefined;
    const examined = examine(
      excusingLostWrites(solid ?? judged, observations, check.phase),
      caseEvidence,
      observations,
    );
    const { semantics } = context;
    const combined = excusingCombinedStates(examined, observations, { caseEvidence, semantics });
    const findings = excusingLostResponses(combined, caseEvidence.facts, check.phase);
    const silent = check.covers.filter(
      (requirement) => !findings.some((finding) => finding.requirement === requirement),
    );
    return [
      ...findings,
      ...silent.map((requirement) =>
        errored(requirement, "the check's judge returned no finding for this requirement", []),
      ),
    ];
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return check.covers.map((requirement) =>
      errored(requirement, `the check's judge failed: ${text}`, []),
    );
  }
}

export interface FindingOrigin {
  readonly case: string;
  readonly attempt?: number | undefined;
  readonly isAlone?: boolean | undefined;
  readonly hasLostWatch?: boolean | undefined;
  readonly hasHistoryFiles?: boolean | undefined;
}

export interface NameBook {
  hasDrawn(name: string): boolean;
}

/** Adds the case, the history file, and the random names of the run that occur in the finding's messages. */
export function caseFindingOf(found: Finding, origin: FindingOrigin, book: NameBook): CaseFinding {
  const finding = withFile(found, origin);
  const { case: name, attempt, isAlone, hasLostWatch } = origin;
  const made = {
    ...finding,
    case: name,
    ...(attempt === undefined ? {} : { attempt }),
    ...(isAlone === true ? { isAlone } : {}),
    ...(hasLostWatch === true ? { hasLostWatch } : {}),
  };
  if (finding.result !== "violated") return made;
  const names = namesIn(`${finding.expected}\n${finding.actual}`, (word) => book.hasDrawn(word));
  return names.length === 0 ? made : { ...made, names };
}

function withFile(finding: Finding, origin: FindingOrigin): Finding {
  if (finding.result !== "violated" || finding.lines === undefined) return finding;
  const { lines, ...rest } = finding;
  if (origin.hasHistoryFiles !== true) return rest;
  return { ...rest, actual: `${rest.actual} (lines of ${historyFileName(origin, lines)})` };
}
