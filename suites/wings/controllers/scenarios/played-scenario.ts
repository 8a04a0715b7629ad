import type { ControllerRequirementId } from "#contract";
import type { ControllerEvent } from "../rules/controller-event.ts";
import type { ScenarioJudging } from "./judge-events.ts";
import type { Reduced } from "./reduce-scenario.ts";
import type { Scenario } from "./scenario.ts";
import type { Due } from "./settle-controller.ts";

export interface PlayedScenario {
  readonly scenario: Scenario;
  readonly events: readonly ControllerEvent[];
  /** The ids of the driver's exchanges, starting with its watch. */
  readonly exchanges: readonly number[];
  /** Describes the exit of a controller that stopped by itself. */
  readonly problem?: string;
  /** Whether writes by the controller were observed. */
  readonly isSeen: boolean;
  /** Number of lists served from an older state. Absent if the scenario has no such step. */
  readonly olderLists?: number;
  /** Number of lists that required the current state instead. Absent if the scenario has no such step. */
  readonly currentLists?: number;
  /** Set if the controller was only ready once its watches delivered events, before it could act on an older state. */
  readonly hasCaughtUp?: true;
  /** Number of times that a second instance took over. Absent if the scenario has no such step. */
  readonly takeovers?: number;
  /**
   * Set if the scenario stopped early because the controller keeps writing objects that do not
   * change.
   */
  readonly isRestless?: true;
  /** Set if the scenario stopped early because the controller has repeatedly not reported in time. */
  readonly isSilent?: true;
  /** What had not been done when a silent scenario stopped. If absent, anything may be missing. */
  readonly missing?: readonly Due[];
  /** Set if the log exceeded its limit and lacks later events. */
  readonly isCut?: true;
  /** Shrunk scenarios for some of the violated requirements. Absent if the scenario was not shrunk. */
  readonly reduced?: readonly ReducedScenario[];
  /** The path to the played form of the scenario. Absent if that is the scenario itself. */
  readonly replay?: string;
  /** Judging options in addition to the limits of the contract. */
  readonly judging: ScenarioJudging;
}

export interface ReducedScenario extends Reduced<PlayedScenario> {
  readonly requirement: ControllerRequirementId;
}
