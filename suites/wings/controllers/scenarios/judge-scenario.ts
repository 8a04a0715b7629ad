import { inJudgingOrder } from "../rules/judging-order.ts";
import { judgeControllers } from "../rules/judge-controllers.ts";
import type { ControllerFinding, ControllerJudgement } from "../rules/controller-finding.ts";
import { controllerLimits, controllerRequirementIds, describeKey, requirements } from "#contract";
import type { ControllerRequirementId } from "#contract";
import { claim, historyOf, undecided } from "#harness";
import type { Finding } from "#harness";
import type { PlayedScenario } from "./play-scenario.ts";
import { mostLogged } from "./scenario-log.ts";
import { describeScenario } from "./scenario.ts";

/** The findings of one scenario on each requirement for controllers. A pure function. */
export function judgeScenario(played: PlayedScenario): readonly Finding[] {
  const judgement = judge(played);
  return controllerRequirementIds.flatMap((requirement) =>
    findingsOn(requirement, judgement, played),
  );
}

const tooMuch = `more than ${mostLogged} characters were written in one scenario; the rest was not checked`;

function judge({ events, judging: { convergeMs, promises } }: PlayedScenario): ControllerJudgement {
  const controllers = judgeControllers({
    limits: { ...controllerLimits, convergeMs },
    ...(promises === undefined ? {} : { promises }),
  });
  for (const event of inJudgingOrder(events)) controllers.observe(event);
  return controllers.conclude();
}

function findingsOn(
  requirement: ControllerRequirementId,
  { findings, standings }: ControllerJudgement,
  played: PlayedScenario,
): readonly Finding[] {
  const found = findings.filter((finding) => finding.requirement === requirement);
  const standing = standings.find((one) => one.requirement === requirement);
  const { instances = 0 } = standing ?? {};
  const ended = endingOf(requirement, played);
  if (found.length === 0 && ended === undefined && played.isCut === true) {
    return [undecided(requirement, tooMuch, played.exchanges)];
  }
  if (found.length === 0 && ended === undefined) {
    const evidence = instances === 0 ? [] : played.exchanges;
    return [claim(requirement, { holds: true, expected: "", actual: "", evidence, instances })];
  }
  const [first] = found;
  const detail = ended ?? (first === undefined ? "" : textOf(first));
  return [
    {
      result: "violated",
      requirement,
      expected: requirements[requirement].statement,
      actual: `${detail} (${describeScenario(played.scenario)})`,
      evidence: played.exchanges,
      ...(first === undefined ? {} : { history: historyOf(first) }),
    },
  ];
}

/** Why the controller makes no further reports: it exited on its own. */
function endingOf(
  requirement: ControllerRequirementId,
  { problem }: PlayedScenario,
): string | undefined {
  if (problem === undefined || requirement !== "controller.status-converges") return undefined;
  return `the controller exited on its own: ${problem}`;
}

function textOf({ object, detail }: ControllerFinding): string {
  return `${describeKey(object)}: ${detail}`;
}
