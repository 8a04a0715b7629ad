import { isTimedOut, isUnreachedInSilence } from "#verdicts";
import type { Verdict } from "#verdicts";
import { lostDetailIn } from "./evidence-parts.ts";
import type { Report, ReportRequirement } from "./report.ts";

/** Requirements with the same verdict and reason. They share an entry. */
export interface ReasonGroup {
  readonly verdict: Verdict;
  /** Absent if no reason was given. */
  readonly reason?: string;
  /** Whether lost requests are the reason. How each requirement was affected depends on its last request. */
  readonly isLost?: true;
  readonly requirements: readonly [ReportRequirement, ...ReportRequirement[]];
}

/** The verdicts of requirements that a run could not decide, the most urgent first. */
export const undecidedVerdicts = [
  "errored",
  "inconclusive",
  "untestable",
] as const satisfies readonly Verdict[];

type Reasons = Pick<Report, "requirements" | "exchanges">;

/**
 * Groups requirements by verdict, in the order of `verdicts`, and then by reason. Requirements that lost requests left
 * without a verdict form one group, which comes first: the symptoms differ, but the endpoint is the same.
 */
export function reasonGroups(
  { requirements, exchanges }: Reasons,
  verdicts: readonly Verdict[],
): readonly ReasonGroup[] {
  const responses = lostResponses({ requirements, exchanges });
  return verdicts.flatMap((verdict) => {
    const all = requirements.filter((requirement) => requirement.verdict === verdict);
    const lost = all.filter((requirement) => isUnanswered(requirement, responses));
    const others = all.filter((requirement) => !lost.includes(requirement));
    return [...lostGroups(lost, responses), ...groupsOf(others)];
  });
}

/** Whether lost requests are the reason for all errored requirements, of which there is at least one. */
export function areAllUnanswered({ requirements, exchanges }: Reasons): boolean {
  const errored = requirements.filter(({ verdict }) => verdict === "errored");
  const responses = lostResponses({ requirements, exchanges });
  return errored.length > 0 && errored.every((requirement) => isUnanswered(requirement, responses));
}

interface LostResponses {
  /** Whether cases were skipped because the endpoint had stopped responding. Earlier cases then waited in vain. */
  readonly isSilent: boolean;
  /** How the responses to the exchanges were lost. */
  readonly details: ReadonlyMap<number, string>;
}

function lostResponses({ requirements, exchanges }: Reasons): LostResponses {
  const isSilent = requirements.some(({ findings }) =>
    findings.some((finding) => "reason" in finding && isUnreachedInSilence(finding.reason)),
  );
  const details = new Map<number, string>();
  for (const exchange of exchanges) {
    const detail = lostDetailIn(exchange, isSilent);
    if (detail !== undefined) details.set(exchange.exchange, detail);
  }
  return { isSilent, details };
}

function isUnanswered(
  { verdict, reason, findings }: ReportRequirement,
  { isSilent, details }: LostResponses,
): boolean {
  if (verdict !== "errored") return false;
  if (isUnreachedInSilence(reason) || (isSilent && isTimedOut(reason))) return true;
  const deciding = findings.find((finding) => "reason" in finding && finding.reason === reason);
  return deciding?.evidence.some((exchange) => details.has(exchange)) === true;
}

function lostGroups(
  requirements: readonly ReportRequirement[],
  responses: LostResponses,
): readonly ReasonGroup[] {
  const [first, ...others] = requirements;
  if (first === undefined) return [];
  const symptom = mostFrequentSymptom(requirements, responses);
  const reason = ["requests to the endpoint received no valid response", ...symptom].join(": ");
  return [{ verdict: "errored", reason, isLost: true, requirements: [first, ...others] }];
}

/** Returns the most frequent symptom, or an empty list. */
function mostFrequentSymptom(
  requirements: readonly ReportRequirement[],
  { details }: LostResponses,
): readonly string[] {
  const counts = new Map<string, number>();
  const cited = requirements.flatMap(({ findings }) =>
    findings.flatMap(({ evidence }) => evidence),
  );
  for (const exchange of new Set(cited)) {
    const detail = details.get(exchange);
    if (detail !== undefined) counts.set(detail, (counts.get(detail) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, left], [, right]) => right - left);
  return most === undefined ? [] : [most[0]];
}

function groupsOf(requirements: readonly ReportRequirement[]): readonly ReasonGroup[] {
  const groups = new Map<string | undefined, [ReportRequirement, ...ReportRequirement[]]>();
  for (const requirement of requirements) {
    const { reason } = requirement;
    const group = groups.get(reason);
    if (group === undefined) groups.set(reason, [requirement]);
    else group.push(requirement);
  }
  return [...groups].map(([reason, group]) => ({
    verdict: group[0].verdict,
    ...(reason === undefined ? {} : { reason }),
    requirements: group,
  }));
}
