import type { ControllerRequirementId } from "#contract";
import { ControllerJudge } from "../rules/judge-controllers.ts";
import type { ControllerJudgement } from "../rules/controller-finding.ts";
import type { ControllerJudgeOptions } from "../rules/judge-controllers.ts";
import type { HistoryFixture } from "./history-fixture.ts";

export function judged(
  fixture: HistoryFixture,
  options: ControllerJudgeOptions = {},
): ControllerJudgement {
  const judge = new ControllerJudge(options);
  for (const event of fixture.events) judge.observe(event);
  return judge.conclude();
}

/** Requirements are in the order of the findings, without duplicates. */
export function brokenBy(
  fixture: HistoryFixture,
  options: ControllerJudgeOptions = {},
): readonly ControllerRequirementId[] {
  return [...new Set(judged(fixture, options).findings.map(({ requirement }) => requirement))];
}

export function instancesOf(
  requirement: ControllerRequirementId,
  judgement: ControllerJudgement,
): number {
  const standing = judgement.standings.find((one) => one.requirement === requirement);
  return standing?.instances ?? 0;
}
