export { observationFold, observe } from "./observation/observe-controller.ts";
export type { ObservationAudience, ObserveOptions } from "./observation/observe-controller.ts";
export type {
  ControllerEvent,
  ControllerStateEvent,
  DisturbanceEvent,
  GoneEvent,
  RelistEvent,
  ShownEvent,
  TimeEvent,
  ViewEvent,
  WriteAnswer,
  WriteEvent,
  WriterRole,
} from "./rules/controller-event.ts";
export type {
  ControllerFinding,
  ControllerJudgement,
  ControllerStanding,
} from "./rules/controller-finding.ts";
export type { StateStep, Writer } from "./rules/controller-rule.ts";
export { ControllerJudge, judgeControllers } from "./rules/judge-controllers.ts";
export type { ControllerJudgeOptions } from "./rules/judge-controllers.ts";
export { inJudgingOrder } from "./rules/judging-order.ts";
export { referencePromises, unpromised } from "./rules/kind-promises.ts";
export type { Acknowledgement, KindPromises, OwnedKind } from "./rules/kind-promises.ts";
export type { BenchClock } from "./scenarios/bench-clock.ts";
export type {
  ControllerBench,
  ControllerHost,
  ControllerWire,
  HeldEvents,
  HeldOpenings,
  RememberedLists,
  SecondInstance,
  ServedLists,
  ViewSource,
  WireListener,
  WireResult,
  WireView,
  WireWatch,
  WireWrite,
  WriteTreatment,
} from "./scenarios/controller-bench.ts";
export { judgeScenario } from "./scenarios/judge-scenario.ts";
export { playScenario } from "./scenarios/play-scenario.ts";
export type { PlayedScenario } from "./scenarios/played-scenario.ts";
export { describeScenario, disturbances } from "./scenarios/scenario.ts";
export type { Disturbance, Scenario, ScenarioStep } from "./scenarios/scenario.ts";
export type { ObservationCounts } from "./observation/observation-judge.ts";
export { observeKind } from "./observation/observe-kind.ts";
export type { ObservedKind } from "./observation/observe-kind.ts";
export { unshared } from "./scenarios/unshared-status.ts";
export { controllerChecks } from "./checks/index.ts";
export { scriptedScenarios } from "./checks/scripted-scenarios.ts";
