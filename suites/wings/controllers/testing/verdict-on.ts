import type { ControllerRequirementId } from "#contract";
import type { ControllerJudgement } from "../rules/controller-finding.ts";
import { ControllerJudge } from "../rules/judge-controllers.ts";
import type { ControllerJudgeOptions } from "../rules/judge-controllers.ts";
import type { HistoryFixture } from "./history-fixture.ts";

export interface RuleVerdict {
  /** Number of exercised instances. */
  readonly tried: number;
  readonly broken: readonly RuleFinding[];
}

export interface RuleFinding {
  readonly detail: string;
  /** The events that show the violation, from 0. A step with a driver has two events, a write and a state. */
  readonly events: readonly number[];
}

export interface RuleRow extends RuleVerdict {
  readonly name: string;
  readonly fixture: () => HistoryFixture;
}

export function verdictOn(
  requirement: ControllerRequirementId,
  fixture: HistoryFixture,
  options: ControllerJudgeOptions = {},
): RuleVerdict {
  const judgement = judged(fixture, options);
  const found = judgement.findings.filter((finding) => finding.requirement === requirement);
  return {
    tried: instancesOf(requirement, judgement),
    broken: found.map(({ detail, events }) => ({
      detail,
      events: events.map(({ ordinal }) => ordinal),
    })),
  };
}

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
