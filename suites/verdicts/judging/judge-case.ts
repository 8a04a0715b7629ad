import { errored, examine, excusingLostWrites, namesIn } from "#harness";
import type { AnyCheck, CaseGround, Finding, JudgeContext, Noticed } from "#harness";
import { historyFileName } from "../record/history-file-name.ts";
import type { CaseFinding } from "../record/case-finding.ts";

/** What a case observed, and what its exchanges show of the premises. */
export interface Observed {
  readonly observations: unknown;
  readonly ground: CaseGround;
  /** What checks are known to notice. Without it, passes are not tested. */
  readonly noticed?: Noticed | undefined;
}

/**
 * What a check says about its observations, as far as its premises hold. A judge that throws, or is silent on what it covers, is a
 * defect of the suite, never of the target.
 */
export function judgeCase(
  check: Pick<AnyCheck, "covers" | "id" | "judge" | "phase">,
  { observations, ground, noticed }: Observed,
  context: JudgeContext,
): readonly Finding[] {
  try {
    const judge = (seen: unknown): readonly Finding[] => check.judge(seen, context);
    const judged = judge(observations);
    const isScripted = (check.phase ?? "scenario") === "scenario";
    const questioned = { check: check.id, judge, observations };
    const solid = isScripted ? noticed?.withoutHollow(judged, questioned) : undefined;
    const findings = examine(
      excusingLostWrites(solid ?? judged, observations, check.phase),
      ground,
      observations,
    );
    const silent = check.covers.filter(
      (requirement) => !findings.some((finding) => finding.requirement === requirement),
    );
    return [
      ...findings,
      ...silent.map((requirement) =>
        errored(requirement, "the check's judge returned nothing about it", []),
      ),
    ];
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return check.covers.map((requirement) =>
      errored(requirement, `the check's judge failed: ${text}`, []),
    );
  }
}

/** Where a finding comes from. */
export interface FindingOrigin {
  readonly case: string;
  /** The number of the attempt, if there were several. */
  readonly attempt?: number | undefined;
  /** Whether no other case was under way. */
  readonly isAlone?: boolean | undefined;
  /** Whether a watch of the case was lost. */
  readonly hasLostWatch?: boolean | undefined;
  /** Histories of findings are kept as files next to the record. */
  readonly hasHistoryFiles?: boolean | undefined;
}

/** Recognizes the random names of a run. */
export interface NameBook {
  hasDrawn(name: string): boolean;
}

/** A finding with the case that made it, the file that its lines are in, and the names in the texts of a violation that the run has drawn. */
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
