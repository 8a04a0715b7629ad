import { inJudgingOrder } from "../rules/judging-order.ts";
import { judgeControllers } from "../rules/judge-controllers.ts";
import type { ControllerFinding, ControllerJudgement } from "../rules/controller-finding.ts";
import {
  controllerLimits,
  controllerRequirementIds,
  counted,
  describeKey,
  requirements,
} from "#contract";
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

const tooMuch = `more than ${mostLogged} characters were written in one scenario; later output was not checked`;

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
    const remark = onlyRestarted(requirement, played);
    const held = { holds: true, expected: "", actual: "", evidence, instances, remark };
    return [claim(requirement, held)];
  }
  const [first] = found;
  const detail = ended ?? (first === undefined ? "" : textOf(first));
  return [
    {
      result: "violated",
      requirement,
      expected: requirements[requirement].statement,
      actual: `${detail} (${describeScenario(played.scenario)}${disturbanceOf(played)})`,
      evidence: played.exchanges,
      ...(first === undefined ? {} : { history: historyOf(first) }),
    },
  ];
}

/** The requirements that a restart on an older view puts to the test. */
const onOlderView: ReadonlySet<ControllerRequirementId> = new Set([
  "controller.observed-generation-never-goes-back",
  "controller.acknowledges-current-request",
]);

/** What a verdict is not based on: the controller had no older view, because all its lists had to be current. */
function onlyRestarted(
  requirement: ControllerRequirementId,
  { olderLists }: PlayedScenario,
): string | undefined {
  if (olderLists !== 0 || !onOlderView.has(requirement)) return undefined;
  return "the controller was restarted, but not on an older view: it only sends lists whose replies must be current";
}

function disturbanceOf({ olderLists }: PlayedScenario): string {
  if (olderLists === undefined) return "";
  return olderLists === 0
    ? "; all lists were current"
    : `; ${counted(olderLists, "list was", "lists were")} served from the older state`;
}

/** Why the controller makes no further reports: it exited by itself. */
function endingOf(
  requirement: ControllerRequirementId,
  { problem }: PlayedScenario,
): string | undefined {
  if (problem === undefined || requirement !== "controller.status-converges") return undefined;
  return `the controller exited by itself: ${problem}`;
}

function textOf({ object, detail }: ControllerFinding): string {
  return `${describeKey(object)}: ${detail}`;
}
