import type { ControllerRequirementId } from "#contract";
import type { ControllerJudgeOptions } from "../rules/judge-controllers.ts";
import { instancesOf, judged } from "./judged.ts";
import type { HistoryFixture } from "./history-fixture.ts";

/** What a story says about one requirement, all that a reader of a finding sees of it. */
export interface RuleVerdict {
  /** In how many instances it could have been broken. */
  readonly tried: number;
  readonly broken: readonly RuleFinding[];
}

/** How a requirement was broken. */
export interface RuleFinding {
  readonly detail: string;
  /** The events that show it, counted from 0 in the story: one told by a driver is two, a write and a state. */
  readonly events: readonly number[];
}

/** A story and what it comes to for one requirement. */
export interface RuleRow extends RuleVerdict {
  readonly name: string;
  readonly story: () => HistoryFixture;
}

/** Judges a story by one requirement, whatever else it breaks. */
export function verdictOn(
  requirement: ControllerRequirementId,
  story: HistoryFixture,
  options: ControllerJudgeOptions = {},
): RuleVerdict {
  const judgement = judged(story, options);
  const found = judgement.findings.filter((finding) => finding.requirement === requirement);
  return {
    tried: instancesOf(requirement, judgement),
    broken: found.map(({ detail, events }) => ({
      detail,
      events: events.map(({ ordinal }) => ordinal),
    })),
  };
}
