import type { ControllerRequirementId } from "#contract";
import type { ControllerJudgeOptions } from "../rules/judge-controllers.ts";
import { instancesOf, judged } from "./judged.ts";
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
